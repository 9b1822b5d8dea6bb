// Shared by the schemas of this folder. Lengths are in code points, as in the database, and a violated rule has the
// message of the database's constraint.
import * as z from 'zod/mini'
import { CONSTRAINT_MESSAGES } from '../constraint-messages.ts'
import { withFewMarks } from '../stacked-marks.ts'
import { shownLength } from '../text-length.ts'

/** The message of each field; `form`: messages about no single field. */
export type Problems<Values> = { [Field in (keyof Values & string) | 'form']?: string }

/** A form's schema: its field values, and what is sent. */
export type Schema<Values = unknown, Sent = unknown> = z.ZodMiniType<Sent, Values>

export function messageOf(constraint: string): string {
  return CONSTRAINT_MESSAGES[constraint] ?? ''
}

type TextBounds = {
  min?: number
  max: number
  /** The message for an empty required text; the default is the constraint's. */
  missing?: string
}

/**
 * A trimmed text within the limits of `constraint`, with as many marks on a letter as words have. What is drawn as nothing
 * does not count for the least length.
 */
export function text(constraint: string, { min = 0, max, missing }: TextBounds) {
  return z.string().check(
    z.trim(),
    z.overwrite(withFewMarks),
    z.refine((value) => missing === undefined || shownLength(value) > 0, missing),
    z.refine((value) => shownLength(value) >= min && [...value].length <= max, messageOf(constraint)),
  )
}

/** A required text, untrimmed. */
export function required(missing: string) {
  return z.string().check(z.refine((value) => value !== '', missing))
}

export function isWithin(length: number, min: number, max: number): boolean {
  return length >= min && length <= max
}

/** Validates `values`: the first message of each field. */
export function problemsOf<Values>(schema: Schema<Values>, values: Values): Problems<Values> {
  return judge(schema, values).problems
}

/** `sent` is null if something is invalid. */
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

/** Whether a stored draft has the form's fields, valid or not. */
export function hasShapeOf<Values>(schema: Schema<Values>) {
  return (value: unknown): value is Values =>
    !schema
      .safeParse(value)
      .error?.issues.some(({ code }) => code === 'invalid_type' || code === 'invalid_value')
}

/**
 * The field among `fields` that a constraint of the database belongs to, by its name: `profiles_full_name_length`
 * belongs to `fullName`.
 */
export function fieldOfConstraint<Field extends string>(
  constraint: string | null,
  fields: readonly Field[],
): Field | null {
  const column = (field: string) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
  return fields.find((field) => constraint?.includes(`_${column(field)}_`)) ?? null
}
