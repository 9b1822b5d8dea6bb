// Which columns hold HTML that people write. The gateway sanitises them on every write, whoever writes.

/** Table name to its HTML columns. */
export const HTML_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  threads: ['content'],
  replies: ['content'],
  blog_posts: ['content'],
}
