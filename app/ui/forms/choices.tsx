// A checkbox with a label (which may contain links) and an error; and radio buttons.
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

type RadiosProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
}

/** Radio buttons for one of a few choices. */
export function Radios<Value extends string>({ label, options, value, onChange, error }: RadiosProps<Value>) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset {...(error ? { 'aria-describedby': errorId } : {})}>
      <legend className="mb-1 text-14 font-medium">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 -mx-2 text-15 hover:bg-raised sm:min-h-9"
        >
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 cursor-pointer accent-(--accent)"
          />
          {option.label}
        </label>
      ))}
      {error ? (
        <p id={errorId} role="alert" className="mt-1 text-13 text-loss">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
