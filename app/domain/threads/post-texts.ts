// A thread page carries each post's text once, as HTML. The hydration data leave the texts out, and the browser reads
// them from the page.

import { replyAnchor } from '#app/domain/replies/paging.ts'
import { OPENING_ANCHOR, POST_TEXT } from '#shared/page-contract.ts'

type Post = { id: string; content: string }
type Posts = { thread: Post; replies: readonly Post[] }

/** On the server: removes the texts from what is serialised; the rendering still reads them. */
export function leaveTextsToHtml({ thread, replies }: Posts): void {
  for (const post of [thread, ...replies]) Object.defineProperty(post, 'content', { enumerable: false })
}

/** In the browser: gives the posts of the loaded page their texts. */
export function takeTextsFromHtml({ thread, replies }: Posts): void {
  const textOf = (anchor: string) => document.querySelector(`#${anchor} ${POST_TEXT}`)?.innerHTML ?? ''
  thread.content ??= textOf(OPENING_ANCHOR)
  for (const reply of replies) reply.content ??= textOf(replyAnchor(reply.id))
}
