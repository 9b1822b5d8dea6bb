// Confirms and deletes discussions or replies, with SPEC.md's messages.
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { count } from '#shared/format.ts'
import * as t from '#words/moderation.ts'
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
  const title = threads.length === 1 ? t.deleteDiscussion : t.deleteDiscussions
  const ids = threads.map(({ id }) => id)
  return (
    <ConfirmAct
      title={title}
      text={t.areYouSureYouWant2(what, theirs)}
      action={title}
      write={(client) => deleteThreads(client, ids)}
      said={
        threads.length === 1
          ? { title: t.threadDeleted, text: t.theThreadHasBeenSuccessfully }
          : {
              title: t.threadsDeleted(threads.length),
              text: t.theThreadsHaveBeenSuccessfully,
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
  const title = replies.length === 1 ? t.deleteReply : t.deleteReplies
  const ids = replies.map(({ id }) => id)
  return (
    <ConfirmAct
      title={title}
      text={t.areYouSureYouWant3(what)}
      action={title}
      write={(client) => deleteReplies(client, ids)}
      said={{ title: replies.length === 1 ? t.replyDeleted : t.repliesDeleted(replies.length) }}
      onClose={onClose}
      onDone={onDeleted}
      failed={notDone(t.failedToDelete, t.thereWasAnErrorDeleting)}
    />
  )
}
