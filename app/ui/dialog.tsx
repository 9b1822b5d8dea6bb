// A modal dialog on the platform's own <dialog>: focus stays in, Escape closes, focus returns.
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

type DialogProps = { open: boolean; onClose: () => void; title: string; children: ReactNode; wide?: boolean }

export function Dialog({ open, onClose, title, children, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className={`m-auto w-[calc(100%-32px)] ${wide ? 'max-w-2xl' : 'max-w-md'} rounded-card border border-line bg-surface p-0 text-text shadow-float [--sticky-top:0px]`}
    >
      {open ? (
        <div className="p-5">
          <h2 id={titleId} className="mb-3 text-18">
            {title}
          </h2>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}

type ConfirmProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  text: string
  action: string
  /** What the action's button says while it works, e.g. 'Deleting...'. */
  busyAction: string
  busy: boolean
}

/** Asks before what cannot be undone. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  text,
  action,
  busyAction,
  busy,
}: ConfirmProps) {
  return (
    <Dialog open={open} onClose={busy ? () => undefined : onClose} title={title}>
      <p className="text-15 text-muted">{text}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button look="secondary" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button look="danger" onClick={onConfirm} disabled={busy}>
          {busy ? busyAction : action}
        </Button>
      </div>
    </Dialog>
  )
}
