// Confirms an act that cannot be undone, carries it out, shows the result, and refreshes what is shown.
import { queryClient } from '#app/platform/query/query-client.tsx'
import { type Client, client } from '#app/platform/session/session.ts'
import { type Toast, toast } from '#app/ui/feedback/toast.ts'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'
import * as t from '#words/platform-more.ts'
import { useAct } from './act.ts'

type ConfirmActProps = {
  title: string
  text: string
  action: string
  /** The label of the action's button while it is running. */
  busyAction?: string
  write: (client: Client) => Promise<unknown>
  onClose: () => void
  /** The toast after success. */
  said?: Toast
  onDone?: () => unknown
  /** Tells the error. The dialog stays open for a retry. */
  failed: (error: unknown) => void
}

export function ConfirmAct(props: ConfirmActProps) {
  const { title, text, action, busyAction = t.deleting, write, onClose, said, onDone, failed } = props
  const [confirm, busy] = useAct(async () => write(await client()), {
    done: async () => {
      onClose()
      if (said) toast(said)
      // It may navigate away first, so that the page does not refetch what was deleted.
      await onDone?.()
      await queryClient().invalidateQueries()
    },
    failed,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={title}
      text={text}
      action={action}
      busyAction={busyAction}
      busy={busy}
    />
  )
}
