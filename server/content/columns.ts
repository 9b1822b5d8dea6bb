// Columns that hold HTML written by members. The gateway sanitises them on every write.
import { sanitizeContent } from './sanitize.ts'

/** Sanitizers by table and column. */
export const CONTENT_SANITIZERS = {
  threads: { content: sanitizeContent },
  replies: { content: sanitizeContent },
  blog_posts: { content: sanitizeContent },
}
