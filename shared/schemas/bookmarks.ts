// The note of a bookmark, and when its member is reminded of it.
import * as z from 'zod/mini'
import * as t from '#words/schemas.ts'
import { fromIndianField, isFuture } from '../indian-time.ts'
import { BOOKMARK_NOTE } from '../limits.ts'
import { text } from './rules.ts'

/** `date`: at the time of the field `at`. */
const REMINDERS = ['none', 'tonight', 'tomorrow', 'week', 'date'] as const
export type Reminder = (typeof REMINDERS)[number]

export const bookmarkSchema = z
  .object({
    note: text('bookmarks_note_length', BOOKMARK_NOTE),
    reminder: z.enum(REMINDERS),
    at: z.string(),
  })
  .check(
    z.refine(({ reminder, at }) => reminder !== 'date' || isFuture(fromIndianField(at), Date.now()), {
      path: ['at'],
      error: t.pleaseChooseATimeWithin,
    }),
  )
