// Forms of reports and of administrators' acts.
import * as z from 'zod/mini'
import * as t from '#words/schemas.ts'
import { APPEAL, REASON, REPORT, RESERVED_NAME, SANCTION, SHIELD_RULE } from '../limits.ts'
import { RULE_EFFECTS, RULE_KINDS } from '../shield/rule.ts'
import { isWithin, messageOf, text } from './rules.ts'

/** The reason for an administrator's act, for the log. */
export const reasonSchema = z.object({
  reason: z.string().check(
    z.trim(),
    z.refine((reason) => isWithin([...reason].length, REASON.min, REASON.max), REASON.message),
  ),
})

export const appealSchema = z.object({ text: text('appeals_text_length', APPEAL) })

/** The kinds of sanctions, the gravest last. */
export const SANCTIONS = ['warning', 'no_links', 'no_chat', 'read_only', 'suspended', 'banned'] as const

/** Days until a sanction ends, as a value of the dialog; '' is without end, 'date' asks for the day. */
export const SANCTION_LENGTHS = ['1', '3', '7', '30', 'date', ''] as const

export const sanctionSchema = z
  .object({
    kind: z.enum(SANCTIONS),
    reason: z.string(),
    message: text('sanctions_message_length', { max: SANCTION.message }),
    note: text('sanction_records_note_length', { max: SANCTION.note }),
    length: z.enum(SANCTION_LENGTHS),
    date: z.string(),
  })
  .check(
    z.refine(({ length, date }) => length !== 'date' || date !== '', {
      path: ['date'],
      error: messageOf('sanctions_end_order'),
    }),
  )

export const noteSchema = z.object({ note: text('member_notes_note_length', { min: 1, max: SANCTION.note }) })

/** An administrator's answer to an appeal. */
export const answerSchema = z.object({
  answer: text('appeals_answer_length', { min: REASON.min, max: APPEAL.max }),
})

export const sanctionReasonSchema = z.object({
  sentence: text('sanction_reasons_sentence_length', { min: 3, max: 300 }),
  sentence_hi: text('sanction_reasons_sentence_hi_length', { min: 3, max: 300 }),
  message: text('sanction_reasons_message_length', { max: SANCTION.message }),
  is_offered: z.boolean(),
})

const GROUNDS = ['spam', 'guaranteed_returns', 'abuse', 'off_topic', 'other'] as const
export type ReportReason = (typeof GROUNDS)[number]

/** A text is required for the reason 'other'. */
export const reportSchema = z
  .object({
    ground: z
      .nullable(z.enum(GROUNDS))
      .check(z.refine((ground) => ground !== null, t.pleaseChooseWhatIsWrong)),
    words: z.string().check(z.trim()),
  })
  .check(
    z.refine(
      ({ ground, words }) =>
        (words === '' && ground !== 'other') || isWithin([...words].length, REPORT.min, REPORT.max),
      { path: ['words'], error: messageOf('reports_reason_length') },
    ),
  )

export const shieldRuleSchema = z.object({
  kind: z.enum(RULE_KINDS),
  pattern: text('shield_rules_pattern_length', SHIELD_RULE),
  effect: z.enum(RULE_EFFECTS),
  note: z.string().check(z.maxLength(SHIELD_RULE.note, messageOf('shield_rules_note_length'))),
})

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
