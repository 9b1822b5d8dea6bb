// The notice that a draft was restored, with a button to discard it.
import type { ReactNode } from 'react'
import * as t from '#words/ui-more.ts'
import { TimeAgo } from '../clock.tsx'

/** For a form that started with a draft. */
export function DraftNotice({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  return (
    <DraftLine>
      <span className="py-2">
        {t.yourDraftFromIsBack(<TimeAgo within at={new Date(at).toISOString()} />)}
      </span>
      <DraftAct onClick={onDiscard}>{t.discardIt}</DraftAct>
    </DraftLine>
  )
}

export function DraftLine({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <p
      className={`flex flex-wrap items-center gap-x-2 rounded-control bg-raised px-3 text-14 text-muted ${className}`}
    >
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
