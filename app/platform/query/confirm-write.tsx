// Confirms an act that cannot be undone, carries it out, shows the result, and refreshes what is shown.
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
  /** The label of the action's button while it is running. */
  busyAction?: string
  write: (client: Client) => Promise<unknown>
  onClose: () => void
  /** The toast after success. */
  done?: Toast
  onDone?: () => unknown
  /** Shows the error. The dialog stays open for a retry. */
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
      // `done` may navigate away first, so that the page does not refetch what was deleted.
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
