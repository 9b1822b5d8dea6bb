// Confirms and deletes discussions or replies, with SPEC.md's messages.
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { count } from '#shared/format.ts'
import { deleteReplies, deleteThreads } from './mutations.ts'

type DeleteThreadsProps = {
  threads: readonly { id: string; title: string }[]
  onClose: () => void
  onDeleted: () => void
}

export function DeleteThreads({ threads, onClose, onDeleted }: DeleteThreadsProps) {
  const [only] = threads
  const what = threads.length === 1 && only ? `"${only.title}"` : count(threads.length, 'thread', 'threads')
  const theirs = threads.length === 1 ? 'the thread and all its replies' : 'them with all their replies'
  const title = threads.length === 1 ? 'Delete Discussion' : 'Delete Discussions'
  const ids = threads.map(({ id }) => id)
  return (
    <ConfirmAct
      title={title}
      text={`Are you sure you want to delete ${what}? This action cannot be undone and will permanently delete ${theirs}.`}
      action={title}
      write={(client) => deleteThreads(client, ids)}
      said={
        threads.length === 1
          ? { title: 'Thread deleted', text: 'The thread has been successfully deleted.' }
          : {
              title: `${threads.length} threads deleted`,
              text: 'The threads have been successfully deleted.',
            }
      }
      onClose={onClose}
      onDone={onDeleted}
      failed={failedTo('delete thread')}
    />
  )
}

type DeleteRepliesProps = {
  replies: readonly { id: string; author: { username: string } }[]
  onClose: () => void
  onDeleted: () => void | Promise<void>
}

export function DeleteReplies({ replies, onClose, onDeleted }: DeleteRepliesProps) {
  const [only] = replies
  const what =
    replies.length === 1 && only
      ? `this reply by ${only.author.username}`
      : count(replies.length, 'reply', 'replies')
  const title = replies.length === 1 ? 'Delete Reply' : 'Delete Replies'
  const ids = replies.map(({ id }) => id)
  return (
    <ConfirmAct
      title={title}
      text={`Are you sure you want to delete ${what}? This action cannot be undone.`}
      action={title}
      write={(client) => deleteReplies(client, ids)}
      said={{ title: replies.length === 1 ? 'Reply deleted' : `${replies.length} replies deleted` }}
      onClose={onClose}
      onDone={onDeleted}
      failed={notDone('Failed to delete', 'There was an error deleting the reply. Please try again.')}
    />
  )
}
