// The control with which an administrator deletes a discussion of a list. Loaded for administrators only.

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#app/ui/forms/button.tsx'
import * as t from '#words/threads-more.ts'
import DeleteThread, { type Deletable } from './delete-thread.tsx'

type DeleteThreadButtonProps = { thread: Deletable; onDeleted: () => void | Promise<void> }

/** The control on a row: visible on hover and focus, always visible on touch screens. */
export default function DeleteThreadButton({ thread, onDeleted }: DeleteThreadButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={buttonClass(
          'secondary',
          'small',
          'absolute right-2 bottom-1.5 z-10 min-w-11 text-loss! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 sm:min-w-9 sm:px-2',
        )}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={16} aria-hidden />
        <span className="sr-only">{t.deleteLabel(thread.title)}</span>
      </button>
      {isAsking ? (
        <DeleteThread thread={thread} onClose={() => setIsAsking(false)} onDeleted={onDeleted} />
      ) : null}
    </>
  )
}
