// Which columns hold HTML that people write. The gateway sanitises them on every write, whoever writes.
import { sanitizeContent } from './sanitize.ts'

/** Sanitizers by table and column. */
export const CONTENT_SANITIZERS = {
  threads: { content: sanitizeContent },
  replies: { content: sanitizeContent },
  blog_posts: { content: sanitizeContent },
}
