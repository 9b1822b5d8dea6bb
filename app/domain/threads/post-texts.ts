// A thread's page carries the text of each post once, as HTML. Its hydration data come without the texts, which the
// browser reads from the page: there is nothing to fetch before the page is hydrated, and nothing that could have
// changed since it was rendered.

import { OPENING_ANCHOR, replyAnchor } from '#app/domain/replies/paging.ts'

type Post = { id: string; content: string }
type Posts = { thread: Post; replies: readonly Post[] }

/** On the server: what is serialised has no texts any more, while the rendering still reads them. */
export function leaveTextsToHtml({ thread, replies }: Posts): void {
  for (const post of [thread, ...replies]) Object.defineProperty(post, 'content', { enumerable: false })
}

/** In the browser: gives the posts of a page that was just loaded their texts. */
export function takeTextsFromHtml({ thread, replies }: Posts): void {
  const textOf = (anchor: string) => document.querySelector(`#${anchor} .post`)?.innerHTML ?? ''
  thread.content ??= textOf(OPENING_ANCHOR)
  for (const reply of replies) reply.content ??= textOf(replyAnchor(reply.id))
}
