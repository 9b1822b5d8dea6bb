// A dropdown that navigates to an address. Without JavaScript it has a button; with it, choosing is enough.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { buttonClass } from './button.tsx'
import { Select } from './field.tsx'

type ChoiceFormProps = {
  action: string
  label: string
  name: string
  value: string
  options: readonly { value: string; label: string }[]
  /** The other parameters of the address; null is left out. */
  keep?: Readonly<Record<string, string | null>>
  /** The button's label, without JavaScript. */
  button: string
}

export function ChoiceForm({ action, label, name, value, options, keep = {}, button }: ChoiceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  // The element is kept on changes, so that it keeps the focus: on some systems each arrow key chooses at once.
  const [chosen, setChosen] = useState(value)
  useEffect(() => setChosen(value), [value])
  const sendEarlyChoice = useEffectEvent(() => {
    if (form.current && new FormData(form.current).get(name) !== value) void submit(form.current)
  })
  // Chosen before hydration.
  useEffect(() => sendEarlyChoice(), [])
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
        label={label}
        name={name}
        value={chosen}
        onChange={(event) => {
          setChosen(event.target.value)
          // Arrow keys may pass many choices: only the last becomes an entry of the history.
          void submit(form.current, { preventScrollReset: true, replace: true })
        }}
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
