// One form of the site: its fields and messages (react-hook-form), its rules (a schema of shared/schemas), the server's
// refusals at their fields, the focus on the first wrong one, and a double click that sends once.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { fieldOfConstraint, judge, type Problems, type Schema } from '#shared/schemas/rules.ts'

/** The library's name for the form itself. */
const ROOT = 'root'

// biome-ignore lint/suspicious/noConfusingVoidType: most of the time there is nothing to return
type Refused<Values> = Problems<Values> | void

export type SiteFormOptions<Values, Sent> = {
  schema: Schema<Values, Sent>
  /**
   * What the fields begin with. A form of a page that arrives asleep leaves it out: what stands in its fields was typed
   * before the page was hydrated, and wins.
   */
  start?: Values
  /** Sends what the schema made of the fields. @returns what is wrong after all @throws what `onRefused` gets */
  send: (sent: Sent) => Promise<Refused<Values>>
  onChange?: (values: Values) => void
  onInvalid?: (problems: Problems<Values>) => void
  /** @returns what to show instead of the refusal's own words at its field */
  onRefused?: (error: unknown) => Refused<Values>
  /** What the form says where the server gave no reason that a person could act on. */
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
    // The first wrong one may be an editor, which the library does not know.
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  })
  const { errors } = form.formState
  const problems = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name === ROOT ? 'form' : name, error?.message]),
  ) as Problems<Values>

  // Hydrated, and the fields are registered with what was typed into them before.
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

  // What was said of a field is about what stood there.
  function noteChange(names: Path<Values>[]) {
    form.clearErrors([...names, ROOT as Path<Values>])
    onChange?.(form.getValues())
  }

  function show(values: Partial<Values>) {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>)
    form.clearErrors()
  }

  const [submit, isBusy] = useAsyncAction(async () => {
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
    /** For the form's element. */
    props: {
      ref: element,
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void submit()
      },
    } as const,
    /** For a control of the browser's own. */
    field: (name: Path<Values>) => ({
      ...form.register(name, { onChange: () => noteChange([name]) }),
      error: problems[name],
    }),
    values: form.watch(),
    problems,
    /** A control of ours was changed. */
    change: (changed: Partial<Values>) => {
      show(changed)
      noteChange([])
    },
    /** Shows `values`, which nobody typed. */
    show,
    showProblems,
    /** What the fields hold now, however long ago the form was rendered. */
    latest: form.getValues,
    setFocus: form.setFocus,
    submit,
    isBusy,
    /** The form cannot be sent: it is being sent, or the page is not hydrated yet. */
    isDisabled: isBusy || !isReady,
    isReady,
  }
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

/** As react-hook-form holds them. */
function errorsOf<Values extends FieldValues>(problems: Problems<Values>) {
  const errors = Object.entries(problems).map(([name, message]) => [
    name === 'form' ? ROOT : name,
    { type: 'schema', message },
  ])
  return Object.fromEntries(errors) as FieldErrors<Values>
}
