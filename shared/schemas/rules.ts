// What the schemas of this folder have in common. Texts are counted in code points, as the database counts them, and
// a broken rule says the words of the database's constraint.
import * as z from 'zod/mini'
import { CONSTRAINT_MESSAGES } from '../constraint-messages.ts'

/** What to say at each field; `form`: what is about none of them. */
export type Problems<Values> = { [Field in (keyof Values & string) | 'form']?: string }

/** A form's rules: what its fields hold, and what is sent of them. */
export type Schema<Values = unknown, Sent = unknown> = z.ZodMiniType<Sent, Values>

export function messageOf(constraint: string): string {
  return CONSTRAINT_MESSAGES[constraint] ?? ''
}

type TextBounds = {
  min?: number
  max: number
  /** Said of an empty text that may not be empty; the constraint's words when left out. */
  missing?: string
}

/** A text without its outer blanks, within the bounds of `constraint`. */
export function text(constraint: string, { min = 0, max, missing }: TextBounds) {
  return z.string().check(
    z.trim(),
    z.refine((value) => value !== '' || missing === undefined, missing),
    z.refine((value) => isWithin([...value].length, min, max), messageOf(constraint)),
  )
}

/** A text that has to be there, as it is typed. */
export function required(missing: string) {
  return z.string().check(z.refine((value) => value !== '', missing))
}

export function isWithin(length: number, min: number, max: number): boolean {
  return length >= min && length <= max
}

/** What is wrong with `values`: the first message of each field. */
export function problemsOf<Values>(schema: Schema<Values>, values: Values): Problems<Values> {
  return judge(schema, values).problems
}

/** `sent` is null when something is wrong. */
export function judge<Values, Sent>(
  schema: Schema<Values, Sent>,
  values: Values,
): { sent: Sent | null; problems: Problems<Values> } {
  const result = schema.safeParse(values)
  if (result.success) return { sent: result.data, problems: {} }
  const problems: Record<string, string> = {}
  for (const { path, message } of result.error.issues) problems[String(path[0] ?? 'form')] ??= message
  return { sent: null, problems: problems as Problems<Values> }
}

/** Tells whether what a browser kept still fits the form, whether or not it may be sent. */
export function hasShapeOf<Values>(schema: Schema<Values>) {
  return (value: unknown): value is Values =>
    !schema
      .safeParse(value)
      .error?.issues.some(({ code }) => code === 'invalid_type' || code === 'invalid_value')
}

/** Which of `fields` a constraint of the database is about, by its name: `profiles_full_name_length` is about `fullName`. */
export function fieldOfConstraint<Field extends string>(
  constraint: string | null,
  fields: readonly Field[],
): Field | null {
  const column = (field: string) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
  return fields.find((field) => constraint?.includes(`_${column(field)}_`)) ?? null
}
