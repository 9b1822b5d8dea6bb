// The notice that a draft was restored, with a button to discard it.
import type { ReactNode } from 'react'
import { TimeAgo } from '../clock.tsx'

/** For a form that started with a draft. */
export function DraftNotice({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  return (
    <DraftLine>
      <span className="py-2">
        Your draft from <TimeAgo within at={new Date(at).toISOString()} /> is back.
      </span>
      <DraftAct onClick={onDiscard}>Discard it</DraftAct>
    </DraftLine>
  )
}

export function DraftLine({ children }: { children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-control bg-raised px-3 text-14 text-muted">
      {children}
    </p>
  )
}

export function DraftAct({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="min-h-11 px-1 text-accent underline underline-offset-2 sm:min-h-9"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
