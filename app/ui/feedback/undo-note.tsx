// Replaces content that was just deleted, with an undo button.
import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useReturnFocus } from '../return-focus.ts'

export function UndoNote({ children, onUndo }: { children: string; onUndo: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(note)
  // The pressed control was removed with its content, so the focus moves here.
  useEffect(() => button.current?.focus(), [])
  return (
    <div
      ref={note}
      className="flex items-center justify-between gap-x-4 rounded-control border border-line bg-raised px-4 py-1.5 text-15 text-muted"
    >
      <p role="status">{children}</p>
      <button
        ref={button}
        type="button"
        className="-mr-2 inline-flex shrink-0 min-h-11 items-center gap-1.5 rounded-control px-2 font-medium text-accent hover:underline"
        onClick={onUndo}
      >
        <Undo2 size={16} aria-hidden />
        Undo
      </button>
    </div>
  )
}
