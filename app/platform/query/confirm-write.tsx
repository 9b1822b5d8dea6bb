// Asks before what cannot be undone, does it, says what happened, and reads anew what is shown.
import { useQueryClient } from '@tanstack/react-query'
import { type Client, client } from '#app/platform/session/session.ts'
import { type Toast, toast } from '#app/ui/feedback/toast.ts'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import { useWrite } from './client-query.ts'
import { withQueries } from './query-client.tsx'

type ConfirmWriteProps = {
  title: string
  text: string
  action: string
  /** What the action's button says while it works. */
  busyAction?: string
  write: (client: Client) => Promise<unknown>
  onClose: () => void
  /** Said when it is done. */
  done?: Toast
  onDone?: () => unknown
  /** Says why it was not done. The question stays open, for another try. */
  onRefused: (error: Error) => void
}

export const ConfirmWrite = withQueries(function ConfirmWrite({
  title,
  text,
  action,
  busyAction = 'Deleting...',
  write,
  onClose,
  done,
  onDone,
  onRefused,
}: ConfirmWriteProps) {
  const queries = useQueryClient()
  const [confirm, busy] = useWrite({
    mutationFn: async () => write(await client()),
    onSuccess: async () => {
      onClose()
      if (done) toast(done)
      // It may lead away from a page that would otherwise ask for what is gone.
      await onDone?.()
      await queries.invalidateQueries()
    },
    onError: onRefused,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={title}
      text={text}
      action={action}
      busyAction={busyAction}
      busy={busy}
    />
  )
})
