// What stands at the end of a form: what is wrong with all of it, and its two buttons.
import { Button, type ButtonVariant } from './button.tsx'

export function FormProblem({ message }: { message: string | undefined }) {
  return message ? (
    <p role="alert" className="text-14 text-loss">
      {message}
    </p>
  ) : null
}

type FormActionsProps = {
  action: string
  /** What the action's button says while the form is sent. */
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
  busyAction = 'Saving...',
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
        Cancel
      </Button>
      <Button type="submit" variant={variant} size={size} disabled={disabled || busy}>
        {busy ? busyAction : action}
      </Button>
    </div>
  )
}
