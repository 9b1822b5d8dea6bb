// An admin's way to delete a reply: the question, the deletion, what happened. Loaded when it is asked for.
import { useState } from 'react'
import { deleteReply } from '#app/domain/replies/mutations.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'

type DeleteReplyProps = {
  reply: { id: string; author: { username: string } }
  onClose: () => void
  onDeleted: () => void | Promise<void>
}

export default function DeleteReply({ reply, onClose, onDeleted }: DeleteReplyProps) {
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await deleteReply(await client(), reply.id)
      toast({ title: 'Reply deleted' })
      await onDeleted()
      onClose()
    } catch (error) {
      console.warn('reply could not be deleted', error)
      setBusy(false)
      toast({
        title: 'Failed to delete',
        text: 'There was an error deleting the reply. Please try again.',
        variant: 'destructive',
      })
    }
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Delete Reply"
      text={`Are you sure you want to delete this reply by ${reply.author.username}? This action cannot be undone.`}
      action="Delete Reply"
      busyAction="Deleting..."
      busy={busy}
    />
  )
}
