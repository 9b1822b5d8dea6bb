// A modal dialog on the native <dialog>: it traps the focus, Escape closes it, and the focus returns. Unsaved text is
// not lost to Escape or a click on the backdrop: a confirmation asks first.
import { type ReactNode, useEffect, useId, useState } from 'react'
import * as t from '#words/ui-more.ts'
import { Button } from '../forms/button.tsx'
import { useModal } from './modal.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  wide?: boolean
  /** The action is running: the dialog stays open until it ends. */
  busy?: boolean
  /** The text is stored as a draft, so closing needs no confirmation. */
  keepsDraft?: boolean
}

export function Dialog({
  open,
  onClose,
  title,
  children,
  wide,
  busy = false,
  keepsDraft = false,
}: DialogProps) {
  const [isTyped, setIsTyped] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const titleId = useId()
  useEffect(() => {
    if (open) return
    setIsTyped(false)
    setIsAsking(false)
  }, [open])
  const modal = useModal({
    open,
    onDismiss: () => {
      if (busy) return
      if (isTyped && !keepsDraft) setIsAsking(true)
      else onClose()
    },
  })
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      onInput={() => {
        setIsTyped(true)
        setIsAsking(false)
      }}
      className={`m-auto w-[calc(100%-32px)] ${wide ? 'max-w-2xl' : 'max-w-md'} rounded-card border border-line bg-surface p-0 text-text shadow-float [--sticky-top:0px]`}
    >
      {open ? (
        <div className="p-5">
          <h2 id={titleId} className="mb-3 text-18">
            {title}
          </h2>
          {children}
          {isAsking ? <Unsaved onStay={() => setIsAsking(false)} onDiscard={onClose} /> : null}
        </div>
      ) : null}
    </dialog>
  )
}

function Unsaved({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center gap-2 rounded-control bg-raised px-3 py-2 text-14"
    >
      <p className="grow">{t.whatYouTypedIsNot}</p>
      <Button variant="secondary" size="small" onClick={onDiscard}>
        {t.discard}
      </Button>
      <Button variant="secondary" size="small" autoFocus onClick={onStay}>
        {t.keepWriting}
      </Button>
    </div>
  )
}

type ConfirmProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  text: string
  action: string
  /** The label of the action's button while it is running, e.g. 'Deleting...'. */
  busyAction: string
  busy: boolean
}

/** Confirms an act that cannot be undone. */
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
    <Dialog open={open} onClose={onClose} title={title} busy={busy}>
      <p className="text-15 text-muted">{text}</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {t.cancel}
        </Button>
        <Button variant="danger" onClick={onConfirm} disabled={busy}>
          {busy ? busyAction : action}
        </Button>
      </div>
    </Dialog>
  )
}
