// A box to tick, with its sentence and its error. The sentence may hold links.
import { type ComponentProps, type ReactNode, useId } from 'react'

type CheckboxProps = ComponentProps<'input'> & { label: ReactNode; error?: string | undefined }

export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div>
      <div className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          className="size-5 shrink-0 cursor-pointer accent-(--accent)"
          {...(error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
          {...input}
        />
        <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center py-1 text-14 leading-snug">
          <span>{label}</span>
        </label>
      </div>
      {error ? (
        <p id={errorId} role="alert" className="text-13 text-loss">
          {error}
        </p>
      ) : null}
    </div>
  )
}
