// Deletes a reply as an administrator. Loaded on demand.
import { deleteReply } from '#app/domain/replies/mutations.ts'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { notDone } from '#app/platform/acts/failure.ts'

type DeleteReplyProps = {
  reply: { id: string; author: { username: string } }
  onClose: () => void
  onDeleted: () => Promise<void>
}

export default function DeleteReply({ reply, onClose, onDeleted }: DeleteReplyProps) {
  return (
    <ConfirmAct
      title="Delete Reply"
      text={`Are you sure you want to delete this reply by ${reply.author.username}? This action cannot be undone.`}
      action="Delete Reply"
      write={(client) => deleteReply(client, reply.id)}
      said={{ title: 'Reply deleted' }}
      onClose={onClose}
      onDone={onDeleted}
      failed={notDone('Failed to delete', 'There was an error deleting the reply. Please try again.')}
    />
  )
}
