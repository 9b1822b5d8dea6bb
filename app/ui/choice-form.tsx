// A dropdown that leads to an address. Without a script it has a button; with one, choosing is enough.
import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { buttonClass } from './button.tsx'
import { Select } from './field.tsx'

type ChoiceFormProps = {
  action: string
  label: string
  name: string
  value: string
  options: readonly { value: string; label: string }[]
  /** What else the address says; null is left out. */
  keep?: Readonly<Record<string, string | null>>
  /** What the button says to whoever has no script. */
  button: string
}

export function ChoiceForm({ action, label, name, value, options, keep = {}, button }: ChoiceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const send = () => void submit(form.current, { preventScrollReset: true })
  // Chosen before the page was awake, or come back to: the address decides in the one case, the hand in the other.
  useEffect(() => {
    if (form.current && new FormData(form.current).get(name) !== value) void submit(form.current)
  }, [submit, name, value])
  return (
    <Form
      ref={form}
      method="get"
      action={action}
      autoComplete="off"
      className="flex items-center gap-2 [&_label]:mb-0 [&_label]:shrink-0 [&_label]:text-muted [&>div]:flex [&>div]:grow [&>div]:items-center [&>div]:gap-2 [&>div>div]:grow"
    >
      {Object.entries(keep).map(([key, kept]) =>
        kept === null ? null : <input key={key} type="hidden" name={key} value={kept} />,
      )}
      <Select
        key={value}
        label={label}
        name={name}
        defaultValue={value}
        onChange={send}
        className="sm:min-h-9 sm:py-1 sm:text-14"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      <noscript>
        <button type="submit" className={buttonClass('secondary')}>
          {button}
        </button>
      </noscript>
    </Form>
  )
}
