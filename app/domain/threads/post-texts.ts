// A thread page carries each text once, as HTML. The hydration data leave the texts and times out, and the browser reads them
// from the page.

import { replyAnchor } from '#app/domain/replies/paging.ts'
import {
  OPENING_ANCHOR,
  POST_AUTHOR,
  POST_TEXT,
  POST_TIME,
  QUOTED_TEXT,
  RELATED_TITLES,
} from '#shared/page-contract.ts'
import { isDeletedMember } from '#shared/slugs.ts'

type Post = { id: string; content: string }
type Reply = Post & {
  created_at: string
  updated_at: string
  author: { username: string }
  answers: { text: string } | null
}
type Texts = { thread: Post; replies: readonly Reply[]; related: readonly { title: string }[] }

/**
 * On the server: removes the texts from what is serialised; the rendering still reads them, but for copies (`{ ...reply }`),
 * which have none.
 */
export function leaveTextsToHtml({ thread, replies, related }: Texts): void {
  hide(thread, 'content')
  for (const reply of replies) {
    hide(reply, 'content')
    hide(reply, 'created_at')
    if (reply.updated_at === reply.created_at) hide(reply, 'updated_at')
    // A deleted member's name is a label of the page.
    if (!isDeletedMember(reply.author.username)) hide(reply.author, 'username')
    // The page has no text node of an empty one.
    if (reply.answers?.text) hide(reply.answers, 'text')
  }
  for (const one of related) hide(one, 'title')
}

function hide<Row>(row: Row, key: keyof Row): void {
  Object.defineProperty(row, key, { enumerable: false })
}

/** In the browser: gives the data of the loaded page their texts. On the server they have them. */
export function takeTextsFromHtml({ thread, replies, related }: Texts): void {
  const partOf = <Part extends HTMLElement>(anchor: string, part: string) =>
    document.querySelector<Part>(`#${anchor} ${part}`)
  thread.content ??= partOf(OPENING_ANCHOR, POST_TEXT)?.innerHTML ?? ''
  for (const reply of replies) {
    const anchor = replyAnchor(reply.id)
    reply.content ??= partOf(anchor, POST_TEXT)?.innerHTML ?? ''
    reply.created_at ??= partOf<HTMLTimeElement>(anchor, POST_TIME)?.dateTime ?? ''
    reply.updated_at ??= reply.created_at
    reply.author.username ??= partOf(anchor, POST_AUTHOR)?.textContent ?? ''
    if (reply.answers) reply.answers.text ??= partOf(anchor, QUOTED_TEXT)?.lastChild?.textContent ?? ''
  }
  for (const [index, one] of related.entries())
    one.title ??= document.querySelectorAll(RELATED_TITLES)[index]?.textContent ?? ''
}
