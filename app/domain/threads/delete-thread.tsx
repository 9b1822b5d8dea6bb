// Deletes a discussion as an administrator: confirmation, deletion, result. Loaded for administrators only.

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'
import type { Client } from '#app/platform/session/session.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'
import { buttonClass } from '#app/ui/forms/button.tsx'

type Deletable = { id: string; title: string }

/**
 * Deletes a discussion with all its replies, permanently.
 * @throws Error with the API's message, or SPEC.md's when the caller may not
 */
export async function deleteThread(supabase: Client, id: string): Promise<void> {
  const { data } = await supabase.from('threads').delete().eq('id', id).select('id').throwOnError()
  assertChanged(data)
}

type DeleteThreadProps = { thread: Deletable; onClose: () => void; onDeleted: () => void | Promise<void> }

/** The confirmation, and the deletion. */
export function DeleteThread({ thread, onClose, onDeleted }: DeleteThreadProps) {
  return (
    <ConfirmAct
      title="Delete Discussion"
      text={`Are you sure you want to delete "${thread.title}"? This action cannot be undone and will permanently delete the thread and all its replies.`}
      action="Delete Discussion"
      write={(client) => deleteThread(client, thread.id)}
      said={{ title: 'Discussion deleted', text: `"${thread.title}" has been permanently deleted.` }}
      onClose={onClose}
      onDone={onDeleted}
      failed={notDone('Failed to delete', 'There was an error deleting the discussion. Please try again.')}
    />
  )
}

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
        <span className="sr-only">Delete "{thread.title}"</span>
      </button>
      {isAsking ? (
        <DeleteThread thread={thread} onClose={() => setIsAsking(false)} onDeleted={onDeleted} />
      ) : null}
    </>
  )
}
