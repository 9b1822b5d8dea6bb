// Deletes a reply as an administrator. Loaded on demand.
import { deleteReply } from '#app/domain/replies/mutations.ts'
import { ConfirmWrite } from '#app/platform/query/confirm-write.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'

type DeleteReplyProps = {
  reply: { id: string; author: { username: string } }
  onClose: () => void
  onDeleted: () => Promise<void>
}

export default function DeleteReply({ reply, onClose, onDeleted }: DeleteReplyProps) {
  return (
    <ConfirmWrite
      title="Delete Reply"
      text={`Are you sure you want to delete this reply by ${reply.author.username}? This action cannot be undone.`}
      action="Delete Reply"
      write={(client) => deleteReply(client, reply.id)}
      done={{ title: 'Reply deleted' }}
      onClose={onClose}
      onDone={onDeleted}
      onRefused={(error) => {
        console.warn('reply could not be deleted', error)
        toastFailure('Failed to delete', 'There was an error deleting the reply. Please try again.')
      }}
    />
  )
}
