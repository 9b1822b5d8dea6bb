// Deletes a reply as an administrator. Loaded on demand.
import { deleteReply } from '#app/domain/replies/mutations.ts'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'
import * as t from '#words/discussion-more.ts'

type DeleteReplyProps = {
  reply: { id: string; author: { username: string } }
  onClose: () => void
  onDeleted: () => Promise<void>
}

export default function DeleteReply({ reply, onClose, onDeleted }: DeleteReplyProps) {
  return (
    <ConfirmAct
      title={t.deleteReply}
      text={t.areYouSureYouWant(reply.author.username)}
      action={t.deleteReply}
      write={(client) => deleteReply(client, reply.id)}
      said={{ title: t.replyDeleted }}
      onClose={onClose}
      onDone={onDeleted}
      failed={notDone(t.failedToDelete, t.thereWasAnErrorDeleting)}
    />
  )
}
