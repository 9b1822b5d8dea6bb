// A form of the site: values and errors (react-hook-form), validation (a schema of shared/schemas), errors of the
// server at their fields, focus on the first invalid field, and protection against a double submit.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import { useAct } from '#app/platform/acts/act.ts'
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { ROOT_KEY, TEXT_FIELDS } from '#shared/page-contract.ts'
import { fieldOfConstraint, judge, type Problems, type Schema } from '#shared/schemas/rules.ts'

/** The library's name for the form itself. */
const ROOT = 'root'

// biome-ignore lint/suspicious/noConfusingVoidType: most of the time there is nothing to return
type Refused<Values> = Problems<Values> | void

export type SiteFormOptions<Values, Sent> = {
  schema: Schema<Values, Sent>
  /** The initial values. A form on a server-rendered page omits it: text that was typed before hydration is kept. */
  start?: Values
  /** Sends the validated values. @returns problems, if any @throws what `onRefused` gets */
  send: (sent: Sent) => Promise<Refused<Values>>
  onChange?: (values: Values) => void
  onInvalid?: (problems: Problems<Values>) => void
  /** @returns problems to show instead of the database's message at its field */
  onRefused?: (error: unknown) => Refused<Values>
  /** The form's message for errors without a message for the user. */
  failed?: string
}

export type SiteForm<Values extends FieldValues> = ReturnType<typeof useSiteForm<Values, unknown>>

export function useSiteForm<Values extends FieldValues, Sent>(options: SiteFormOptions<Values, Sent>) {
  const { schema, start, send, onChange, onInvalid, onRefused, failed } = options
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values, unknown, Sent & FieldValues>({
    ...(start ? { defaultValues: start as DefaultValues<Values> } : {}),
    resolver: (values) => {
      const { sent, problems } = judge(schema, values)
      if (sent === null) return { values: {}, errors: errorsOf<Values>(problems) }
      return { values: sent as Sent & FieldValues, errors: {} }
    },
    // The first invalid field may be an editor, which the library does not know.
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  })
  const { errors } = form.formState
  const problems = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name === ROOT ? 'form' : name, error?.message]),
  ) as Problems<Values>

  useEffect(keepLetters, [])
  // Hydrated, and the fields are registered with text that was typed before.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const [submits, setSubmits] = useState(0)
  useEffect(() => {
    if (submits > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submits])

  function showProblems(found: Problems<Values>) {
    for (const [name, message] of Object.entries(found))
      form.setError(name === 'form' ? ROOT : (name as Path<Values>), { message: String(message) })
  }

  // A field's error is cleared when the field changes.
  function noteChange(names: Path<Values>[]) {
    form.clearErrors([...names, ROOT as Path<Values>])
    onChange?.(form.getValues())
  }

  function show(values: Partial<Values>) {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>)
    form.clearErrors()
  }

  const [submit, isBusy] = useAct(async () => {
    const onValid = async (sent: Sent) => {
      try {
        showProblems((await send(sent)) ?? {})
      } catch (error) {
        console.warn('a form was refused', error)
        const found = onRefused?.(error) ?? problemsOfRefusal(error, Object.keys(form.getValues()), failed)
        if (!found) throw error
        showProblems(found as Problems<Values>)
      }
    }
    await form.handleSubmit(onValid, () => onInvalid?.(judge(schema, form.getValues()).problems))()
    setSubmits((before) => before + 1)
  })

  return {
    /** Properties of the form's element. */
    props: {
      ref: element,
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit()
      },
    } as const,
    /** Properties of a native control. */
    field: (name: Path<Values>) => ({
      ...form.register(name, { onChange: () => noteChange([name]) }),
      error: problems[name],
    }),
    values: form.watch(),
    problems,
    /** Reports a change of a custom control. */
    change: (changed: Partial<Values>) => {
      show(changed)
      noteChange([])
    },
    /** Sets values that the user did not type. */
    show,
    showProblems,
    /** The current values, even between renders. */
    latest: form.getValues,
    setFocus: form.setFocus,
    submit,
    isBusy,
    /** The form cannot be submitted: it is being sent, or the page is not hydrated yet. */
    isDisabled: isBusy || !isReady,
    isReady,
  }
}

/** Somebody is writing: while a form is shown, a letter is no key for readers (shell/keys.tsx), wherever the focus is. */
function keepLetters(): () => void {
  document.documentElement.removeAttribute(ROOT_KEY)
  const keep = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && event.key !== ' '
    const isCommand = event.ctrlKey || event.metaKey || event.altKey
    const isTyped =
      event.target instanceof Element && event.target.closest(`${TEXT_FIELDS}, [contenteditable]`)
    if (isLetter && !isCommand && !isTyped) event.preventDefault()
  }
  document.addEventListener('keydown', keep)
  return () => document.removeEventListener('keydown', keep)
}

function problemsOfRefusal(
  error: unknown,
  fields: string[],
  failed: string | undefined,
): Record<string, string> | null {
  const refusal = refusalOf(error) ?? refusalOf(error instanceof Error ? error.cause : null)
  if (refusal) return { [fieldOfConstraint(refusal.constraint, fields) ?? 'form']: refusal.message }
  return failed === undefined ? null : { form: failed }
}

/** As react-hook-form stores them. */
function errorsOf<Values extends FieldValues>(problems: Problems<Values>) {
  const errors = Object.entries(problems).map(([name, message]) => [
    name === 'form' ? ROOT : name,
    { type: 'schema', message },
  ])
  return Object.fromEntries(errors) as FieldErrors<Values>
}
