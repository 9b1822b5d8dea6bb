// Deletes a discussion as an administrator: confirmation, deletion, result. Loaded for administrators only.

import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'
import type { Client } from '#app/platform/session/session.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'
import * as t from '#words/threads-more.ts'

export type Deletable = { id: string; title: string }

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
export default function DeleteThread({ thread, onClose, onDeleted }: DeleteThreadProps) {
  return (
    <ConfirmAct
      title={t.deleteDiscussion}
      text={t.areYouSureYouWant(thread.title)}
      action={t.deleteDiscussion}
      write={(client) => deleteThread(client, thread.id)}
      said={{ title: t.discussionDeleted, text: t.hasBeenPermanentlyDeleted(thread.title) }}
      onClose={onClose}
      onDone={onDeleted}
      failed={notDone(t.failedToDelete, t.thereWasAnErrorDeleting)}
    />
  )
}
