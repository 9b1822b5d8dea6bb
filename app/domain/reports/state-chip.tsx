// What became of a report, as a chip.
import { stateLabel } from './report-reasons.ts'

const TONES: Readonly<Record<string, string>> = {
  open: 'bg-warn-soft text-warn',
  resolved: 'bg-accent-soft text-accent',
  dismissed: 'bg-raised text-muted',
}

export function StateChip({ state }: { state: string }) {
  return (
    <span
      className={`shrink-0 rounded-full px-2 py-0.5 text-13 leading-tight font-medium ${TONES[state] ?? ''}`}
    >
      {stateLabel(state)}
    </span>
  )
}
