// The end of a form: its general error, its two buttons, and the version that somebody else saved meanwhile.
import { type ReactNode, useEffect, useRef } from 'react'
import * as t from '#words/ui-more.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { Said } from './said.tsx'

export function FormProblem({ message }: { message: string | undefined }) {
  return message ? (
    <p role="alert" className="text-14 text-loss">
      <Said message={message} />
    </p>
  ) : null
}

type FormActionsProps = {
  action: string
  /** The label of the action's button while the form is being sent. */
  busyAction?: string
  busy: boolean
  disabled?: boolean
  variant?: ButtonVariant
  size?: 'normal' | 'small'
  className?: string
  onCancel: () => void
}

export function FormActions({
  action,
  busyAction = t.saving,
  busy,
  disabled = false,
  variant = 'primary',
  size = 'normal',
  className = '',
  onCancel,
}: FormActionsProps) {
  return (
    <div className={`flex justify-end gap-2 ${className}`}>
      <Button variant="secondary" size={size} onClick={onCancel} disabled={busy}>
        {t.cancel}
      </Button>
      <Button type="submit" variant={variant} size={size} disabled={disabled || busy}>
        {busy ? busyAction : action}
      </Button>
    </div>
  )
}

type NewerVersionProps = {
  /** The stored version, as it is displayed. */
  children: ReactNode
  onTakeTheirs: () => void
  onKeepMine: () => void
  busy: boolean
}

/** Somebody else saved meanwhile: shows that version, and lets the writer choose. */
export function NewerVersion({ children, onTakeTheirs, onKeepMine, busy }: NewerVersionProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="newer-version"
      className="rounded-card border border-warn bg-surface p-4 outline-none"
    >
      <h2 id="newer-version" className="font-sans text-16 font-semibold">
        {t.thisWasChangedWhileYou}
      </h2>
      <p className="mt-1 text-14 text-muted">{t.whatYouTypedIsStill}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard too */}
      <div tabIndex={0} className="mt-3 max-h-72 overflow-y-auto rounded-control bg-raised px-3 py-2">
        {children}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" disabled={busy} onClick={onTakeTheirs}>
          {t.theSavedVersion}
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={onKeepMine}>
          {t.saveMineInstead}
        </Button>
      </div>
    </section>
  )
}

/** A named value of a version. */
export function VersionField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-1">
      <p className="text-13 text-muted">{label}</p>
      <div className="text-15 [overflow-wrap:anywhere] whitespace-pre-wrap">{children || '—'}</div>
    </div>
  )
}
