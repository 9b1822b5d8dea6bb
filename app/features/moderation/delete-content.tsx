// The question before an admin deletes discussions or replies, the deletion, and SPEC.md's words after it.

import { client } from '#app/platform/session/session.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { count } from '#shared/format.ts'
import { deleteReplies, deleteThreads } from './mutations.ts'
import { useRefresh } from './use-moderation.ts'

type DeleteThreadsProps = {
  threads: readonly { id: string; title: string }[]
  onClose: () => void
  onDeleted: () => void
}

export function DeleteThreads({ threads, onClose, onDeleted }: DeleteThreadsProps) {
  const refresh = useRefresh()
  const [only] = threads
  const what = threads.length === 1 && only ? `"${only.title}"` : count(threads.length, 'thread', 'threads')
  const theirs = threads.length === 1 ? 'the thread and all its replies' : 'them with all their replies'
  const [confirm, busy] = useAsyncAction(async () => {
    try {
      await deleteThreads(
        await client(),
        threads.map(({ id }) => id),
      )
    } catch (error) {
      return toastError('delete thread', error)
    }
    toast(
      threads.length === 1
        ? { title: 'Thread deleted', text: 'The thread has been successfully deleted.' }
        : { title: `${threads.length} threads deleted`, text: 'The threads have been successfully deleted.' },
    )
    onClose()
    onDeleted()
    await refresh()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={threads.length === 1 ? 'Delete Discussion' : 'Delete Discussions'}
      text={`Are you sure you want to delete ${what}? This action cannot be undone and will permanently delete ${theirs}.`}
      action={threads.length === 1 ? 'Delete Discussion' : 'Delete Discussions'}
      busyAction="Deleting..."
      busy={busy}
    />
  )
}

type DeleteRepliesProps = {
  replies: readonly { id: string; author: { username: string } }[]
  onClose: () => void
  onDeleted: () => void
}

export function DeleteReplies({ replies, onClose, onDeleted }: DeleteRepliesProps) {
  const refresh = useRefresh()
  const [only] = replies
  const what =
    replies.length === 1 && only
      ? `this reply by ${only.author.username}`
      : count(replies.length, 'reply', 'replies')
  const [confirm, busy] = useAsyncAction(async () => {
    try {
      await deleteReplies(
        await client(),
        replies.map(({ id }) => id),
      )
    } catch (error) {
      console.warn('reply could not be deleted', error)
      return toast({
        title: 'Failed to delete',
        text: 'There was an error deleting the reply. Please try again.',
        variant: 'destructive',
      })
    }
    toast({ title: replies.length === 1 ? 'Reply deleted' : `${replies.length} replies deleted` })
    onClose()
    onDeleted()
    await refresh()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={replies.length === 1 ? 'Delete Reply' : 'Delete Replies'}
      text={`Are you sure you want to delete ${what}? This action cannot be undone.`}
      action={replies.length === 1 ? 'Delete Reply' : 'Delete Replies'}
      busyAction="Deleting..."
      busy={busy}
    />
  )
}
