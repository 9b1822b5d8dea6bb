// Sanitises what members write, in the worker thread. Short texts without formulas are the exception, because they take less
// than a message to a worker does.
import { join } from 'node:path'
import { RestError } from '../../api/rest/errors.ts'
import { sanitizeContent } from './sanitize.ts'
import type { Sanitised } from './sanitize-worker.ts'
import { TextTooSlow, type TextWorker, textWorker, WorkerUnavailable } from './text-worker.ts'

/** UTF-16 units. The worst text of this length takes 5 ms on a busy machine (`<p>` 1,333 times). */
const SHORT = 4_000
/** More than any column holds, and still a moment's work. */
const LONGEST = 500_000
const WORKER = join(import.meta.dirname, 'sanitize-worker.ts')

/**
 * @returns a function that sanitises untrusted HTML
 * @throws RestError 400 for what cannot be stored or takes too long, 503 when too much waits
 */
export function createSanitizer(worker: TextWorker): (html: string) => Promise<string> {
  return async (html) => {
    if (html.length <= SHORT && !html.includes('$$') && !html.includes('data-tex'))
      return sanitizeContent(html)
    if (html.length > LONGEST) throw new RestError(400, 'PT400', 'The text is too long')
    const sanitised = await worker.run<Sanitised>(WORKER, html).catch((error: unknown) => {
      throw error instanceof TextTooSlow ? tooSlow() : error instanceof WorkerUnavailable ? busy() : error
    })
    if (sanitised.refusal !== undefined) throw new RestError(400, 'PT400', sanitised.refusal)
    return sanitised.html
  }
}

/** Trying the same text again would not help. */
function tooSlow(): RestError {
  return new RestError(400, 'PT400', 'The text takes too long to check', {
    hint: 'Shorten it, or leave out some of its tables, formulas and markup.',
  })
}

function busy(): RestError {
  return new RestError(503, 'PT503', 'Too many texts are being checked', {
    hint: 'Try again in a moment.',
    headers: { 'retry-after': '5' },
  })
}

export const sanitizeForeign = createSanitizer(textWorker)

/** @param mostCharacters of the database's `constraint` */
const contentUpTo = (mostCharacters: number, constraint: string) => ({
  clean: sanitizeForeign,
  mostCharacters,
  constraint,
})

/** Sanitizers of the columns that hold HTML written by members, by table. The gateway applies them on every write. */
export const CONTENT_SANITIZERS = {
  threads: { content: contentUpTo(200_000, 'threads_content_length') },
  replies: { content: contentUpTo(80_000, 'replies_content_length') },
  blog_posts: { content: contentUpTo(400_000, 'blog_posts_content_length') },
  category_guides: {
    note: contentUpTo(10_000, 'category_guides_note_length'),
    template: contentUpTo(50_000, 'category_guides_template_length'),
  },
}
