// What a discussion and a reply may be, by the bounds that the database holds as well, with the same words.
import * as z from 'zod/mini'
import { CONTENT, REPLY, TAGS, TITLE } from '../limits.ts'
import { splitTags } from '../tags.ts'
import { shownLength, textLength } from '../text-length.ts'
import { isWithin, messageOf } from './rules.ts'

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

/** Typed with commas between them. */
const tags = z
  .pipe(z.string(), z.transform(splitTags))
  .check(
    z.refine(
      (all) => all.length <= TAGS.max && all.every((tag) => [...tag].length <= TAGS.length),
      messageOf('threads_tags_bounds'),
    ),
  )

/** An administrator's edit, which leaves the tags alone. */
export const threadTextSchema = z.object({ title, content })
export const threadSchema = z.object({ title, content, tags })

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

/** Whether there is something in each field that has to be filled in. */
export function isComplete(fields: { title: string; content: string; categoryId: string }): boolean {
  return fields.title.trim() !== '' && textLength(fields.content) > 0 && fields.categoryId !== ''
}

/** What is missing is said first, and alone. */
export const newThreadSchema = z.pipe(
  z.object({ title: z.string(), content: z.string(), tags: z.string(), categoryId: z.string() }).check(
    z.refine(isComplete, {
      path: ['form'],
      error: 'Missing information: Please fill in all required fields including category selection.',
    }),
  ),
  z.object({ title, content, tags, categoryId: z.string() }),
)

export type ThreadFields = z.input<typeof threadSchema>
/** What is written. */
export type WrittenThread = z.output<typeof threadSchema>
