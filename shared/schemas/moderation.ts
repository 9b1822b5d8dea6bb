// Forms of reports and of administrators' acts.
import * as z from 'zod/mini'
import { REASON, REPORT, RESERVED_NAME } from '../limits.ts'
import { isWithin, messageOf, text } from './rules.ts'

/** The reason for an administrator's act, for the log. */
export const reasonSchema = z.object({
  reason: z.string().check(
    z.trim(),
    z.refine((reason) => isWithin([...reason].length, REASON.min, REASON.max), REASON.message),
  ),
})

const GROUNDS = ['spam', 'guaranteed_returns', 'abuse', 'off_topic', 'other'] as const
export type ReportReason = (typeof GROUNDS)[number]

/** A text is required for the reason 'other'. */
export const reportSchema = z
  .object({
    ground: z
      .nullable(z.enum(GROUNDS))
      .check(z.refine((ground) => ground !== null, 'Please choose what is wrong with it.')),
    words: z.string().check(z.trim()),
  })
  .check(
    z.refine(
      ({ ground, words }) =>
        (words === '' && ground !== 'other') || isWithin([...words].length, REPORT.min, REPORT.max),
      { path: ['words'], error: messageOf('reports_reason_length') },
    ),
  )

export const reservedNameSchema = z.object({
  name: text('reserved_names_name_length', RESERVED_NAME),
  isPart: z.boolean(),
})

/** 'tax, income tax' as a list: separated by commas or lines, without empty entries. */
export function termsIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((term) => term.trim())
    .filter(Boolean)
}

const terms = z.pipe(z.string(), z.transform(termsIn))

export const synonymsSchema = z.object({ terms, typed_only: terms }).check(
  z.refine(({ terms: same, typed_only }) => same.length > 0 && same.length + typed_only.length > 1, {
    path: ['terms'],
    error: messageOf('search_synonyms_terms_count'),
  }),
)
