// System Health: measured by the server when this opens, and again every half minute.

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { adminQueries } from '../query-options.ts'
import { healthLines } from './health-words.ts'

export function SystemHealth() {
  const health = useQuery(adminQueries.health)
  return (
    <Panel title="System Health">
      {health.data === undefined ? (
        <Skeleton label="Measuring..." rows={2} />
      ) : (
        <ul className="divide-y divide-line">
          {healthLines(health.data).map(({ part, word, detail, isGood }) => (
            <li key={part} className="flex items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
              <span className="min-w-0">
                <span className="block text-15">{part}</span>
                <span className="block text-13 text-muted">{detail}</span>
              </span>
              <span
                className={`inline-flex shrink-0 items-center gap-1.5 text-14 font-medium ${isGood ? 'text-gain' : 'text-warn'}`}
              >
                {isGood ? <CircleCheck size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
                {word}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
