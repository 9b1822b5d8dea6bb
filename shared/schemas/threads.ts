// The forms of discussions and replies, with the limits and messages of the database.
import * as z from 'zod/mini'
import * as t from '#words/schemas.ts'
import { CONTENT, POLL, REPLY, TAGS, TITLE } from '../limits.ts'
import { withFewMarks } from '../stacked-marks.ts'
import { splitTags } from '../tags.ts'
import { shownLength, textLength } from '../text-length.ts'
import { isWithin, messageOf, text } from './rules.ts'

const title = z.string().check(
  z.trim(),
  z.refine(
    (typed) => shownLength(typed) >= TITLE.min && [...typed].length <= TITLE.max,
    messageOf('threads_title_length'),
  ),
)

const content = z.string().check(
  z.trim(),
  z.refine(
    (html) => isWithin(textLength(html), CONTENT.min, CONTENT.max),
    messageOf('threads_content_length'),
  ),
)

/** Separated by commas. */
const tags = z
  .pipe(z.string(), z.transform(splitTags))
  .check(
    z.refine(
      (all) => all.length <= TAGS.max && all.every((tag) => [...tag].length <= TAGS.length),
      messageOf('threads_tags_bounds'),
    ),
  )

/** An administrator's edit, without the tags. */
export const threadTextSchema = z.object({ title, content })
export const threadSchema = z.object({ title, content, tags })
/** Another member's wiki. */
export const wikiSchema = z.object({ content })

export const replySchema = z.object({
  content: z
    .string()
    .check(
      z.refine(
        (html) => isWithin(textLength(html), REPLY.min, REPLY.max),
        messageOf('replies_content_length'),
      ),
    ),
})

/** Whether every required field is filled in. */
export function isComplete(fields: { title: string; content: string; categoryId: string }): boolean {
  return fields.title.trim() !== '' && textLength(fields.content) > 0 && fields.categoryId !== ''
}

/** The place of the option that an error of the options is about: one that is too long, given before, or missing. */
export function faultyOption(options: readonly string[]): number {
  const typed = options.map((option) => (shownLength(option) > 0 ? option.trim().toLowerCase() : ''))
  const wrong = typed.findIndex(
    (option, place) => [...option].length > POLL.option || (option !== '' && typed.indexOf(option) < place),
  )
  return Math.max(0, wrong < 0 ? typed.indexOf('') : wrong)
}

/** Options without anything that is seen are left out. */
const poll = z.object({
  question: text('polls_question_length', POLL.question),
  options: z
    .pipe(
      z.array(z.string()),
      z.transform((typed) =>
        typed.map((option) => withFewMarks(option.trim())).filter((option) => shownLength(option) > 0),
      ),
    )
    .check(
      z.refine(
        (options) =>
          isWithin(options.length, POLL.options.min, POLL.options.max) &&
          options.every((option) => [...option].length <= POLL.option) &&
          new Set(options.map((option) => option.toLowerCase())).size === options.length,
        messageOf('polls_options_bounds'),
      ),
    ),
  /** Empty: without an end. */
  days: z.pipe(
    z.string(),
    z.transform((days) => (days === '' ? null : Number(days))),
  ),
})

/** The correction of a poll. */
export const pollSchema = z.object({ poll })

export type PollFields = z.input<typeof poll>
export type WrittenPoll = z.output<typeof poll>

/** Missing fields are reported first, and alone. */
export const newThreadSchema = z.pipe(
  z
    .object({
      title: z.string(),
      content: z.string(),
      tags: z.string(),
      categoryId: z.string(),
      poll: z.optional(
        z.nullable(z.object({ question: z.string(), options: z.array(z.string()), days: z.string() })),
      ),
    })
    .check(
      z.refine(isComplete, {
        path: ['form'],
        error: t.missingInformationPleaseFillIn,
      }),
    ),
  z.object({ title, content, tags, categoryId: z.string(), poll: z.optional(z.nullable(poll)) }),
)

export type ThreadFields = z.input<typeof threadSchema>
/** The text. */
export type WrittenThread = z.output<typeof threadSchema>
