// Sanitises what members write, off the main thread: its cost is not ours to bound. Short texts without formulas are the
// exception, because they take less than a message to a worker does.
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { limitConcurrency } from '../../api/concurrency.ts'
import { RestError } from '../../api/rest/errors.ts'
import { sanitizeContent } from './sanitize.ts'
import type { Sanitised } from './sanitize-worker.ts'

/** UTF-16 units. The worst text of this length takes 5 ms on a busy machine (`<p>` 1,333 times). */
const SHORT = 4_000
/** More than any column holds, and still a moment's work. */
const LONGEST = 500_000
/** Of one text, including the start of the worker. Nobody waits longer behind a text that was made to be slow. */
const DEADLINE_MS = 5_000
const OPTIONS = {
  filename: join(import.meta.dirname, 'sanitize-worker.ts'),
  // The other of two cores is the main thread's.
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  // The largest text that is allowed needs a tenth of it.
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
}

/** One for each worker. */
const turn = limitConcurrency({ atOnce: OPTIONS.maxThreads, waiting: 50, refusal: () => refusal() })

/** Started by the first text that needs it. */
let pool: Piscina<string, Sanitised> | null = null

/**
 * Sanitises untrusted HTML.
 * @throws RestError 400 for what cannot be stored, 503 when too much waits or the text takes too long
 */
export async function sanitizeForeign(html: string): Promise<string> {
  if (html.length <= SHORT && !html.includes('$$') && !html.includes('data-tex')) return sanitizeContent(html)
  if (html.length > LONGEST) throw new RestError(400, 'PT400', 'The text is too long')
  const sanitised = await turn(() => {
    pool ??= new Piscina(OPTIONS)
    return pool.run(html, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch(() => {
      throw refusal()
    })
  })
  if (sanitised.refusal !== undefined) throw new RestError(400, 'PT400', sanitised.refusal)
  return sanitised.html
}

/** Ends the worker; a text that comes later starts another. */
export async function stopSanitising(): Promise<void> {
  const ending = pool
  pool = null
  await ending?.destroy()
}

/** Too many wait, the deadline has passed, or the worker ran out of memory. */
function refusal(): RestError {
  return new RestError(503, 'PT503', 'The text could not be checked in time', {
    hint: 'Try again in a moment, or with a shorter text.',
    headers: { 'retry-after': '5' },
  })
}

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
