// An admin's way to delete a discussion: SPEC.md's question, the deletion, what happened. Loaded for admins alone.
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Client, client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { ConfirmDialog } from '#app/ui/overlays/dialog.tsx'

type Deletable = { id: string; title: string }

/**
 * Deletes a discussion with all its replies, for good.
 * @throws Error with the contract's message, or SPEC.md's when the caller may not
 */
export async function deleteThread(supabase: Client, id: string): Promise<void> {
  const { data } = await supabase.from('threads').delete().eq('id', id).select('id').throwOnError()
  // A policy doesn't refuse a deletion, it shows no row to delete.
  if (data.length === 0) throw new Error('Unauthorized: Admin access required')
}

/**
 * The question and the deletion after a yes.
 * @param onDeleted called when it is gone
 * @returns `ask` opens the question about a discussion; `dialog` has to stand somewhere on the page
 */
export function useDeleteThread(onDeleted: (thread: Deletable) => void | Promise<void>): {
  ask: (thread: Deletable) => void
  dialog: ReactNode
} {
  const [thread, setThread] = useState<Deletable | null>(null)
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function confirm(asked: Deletable) {
    setBusy(true)
    try {
      await deleteThread(await client(), asked.id)
    } catch (error) {
      console.warn('discussion could not be deleted', error)
      toast({
        title: 'Failed to delete',
        text: 'There was an error deleting the discussion. Please try again.',
        variant: 'destructive',
      })
      return
    } finally {
      setBusy(false)
    }
    setOpen(false)
    toast({ title: 'Discussion deleted', text: `"${asked.title}" has been permanently deleted.` })
    await onDeleted(asked)
  }

  const dialog = thread ? (
    <ConfirmDialog
      open={open}
      onClose={() => setOpen(false)}
      onConfirm={() => void confirm(thread)}
      title="Delete Discussion"
      text={`Are you sure you want to delete "${thread.title}"? This action cannot be undone and will permanently delete the thread and all its replies.`}
      action="Delete Discussion"
      busyAction="Deleting..."
      busy={busy}
    />
  ) : null
  const ask = (asked: Deletable) => {
    setThread(asked)
    setOpen(true)
  }
  return { ask, dialog }
}

/** The control on a row: seen on hover and focus, always there on touch. */
export default function DeleteThreadButton({
  thread,
  onDeleted,
}: {
  thread: Deletable
  onDeleted: () => void | Promise<void>
}) {
  const { ask, dialog } = useDeleteThread(onDeleted)
  return (
    <>
      <button
        type="button"
        className={buttonClass(
          'secondary',
          'small',
          'absolute right-2 bottom-1.5 z-10 min-w-11 text-loss! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 sm:min-w-9 sm:px-2',
        )}
        onClick={() => ask(thread)}
      >
        <Trash2 size={16} aria-hidden />
        <span className="sr-only">Delete "{thread.title}"</span>
      </button>
      {dialog}
    </>
  )
}
