// A reader's selection in a post, as a blockquote for a reply.

import { replyAnchor } from '#app/domain/replies/paging.ts'
import type { Quotable, Quote } from '#app/domain/replies/quote.tsx'
import { quoteOf } from '#app/domain/replies/quote-of.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { OPENING_ANCHOR, POST_TEXT, POSTS } from '#shared/page-contract.ts'
import { replyPath, threadPath } from '#shared/slugs.ts'
import { quotedHtml } from './quoted-html.ts'

const LONGEST = 1_500

/** A selected part of a post, as HTML that the editor can hold. */
export type Selected = { post: HTMLElement; html: string; place: DOMRect }

/** The selection if it is within the text of a single post; else null. */
export function selectedInPost(): Selected | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const element = around instanceof Element ? around : around.parentElement
  const content = element?.closest(POST_TEXT)
  const post = content?.closest<HTMLElement>(POSTS)
  // Selections in an editor are for editing.
  if (!content || !post || !selection.toString().trim() || element?.closest('[contenteditable]')) return null
  return { post, html: quotedHtml(range, content, LONGEST), place: range.getBoundingClientRect() }
}

type Quoted = Parameters<typeof threadPath>[0] & { author: { username: string } }

/** The initial text of a reply: the text that was or is selected in the post that it answers, if any. */
export function withSelection(thread: Quoted, answered: Quotable | null, wasSelected?: Selected) {
  const answers = answered ? quoteOf(answered) : null
  const selected = wasSelected ?? selectedInPost()
  const isOfAnswered = selected?.post.id === (answers ? replyAnchor(answers.id) : OPENING_ANCHOR)
  if (!selected || !isOfAnswered) return { answers }
  const html = answers
    ? quotation(selected.html, answers.username, replyPath(threadPath(thread), answers.id))
    : quotation(selected.html, thread.author.username, threadPath(thread))
  return { answers, quotation: { html } }
}

/**
 * The composer with a selection: a quotation of another post joins the reply that is being written, which goes on answering
 * what it answered.
 */
export function quotedInto<Open extends { answers: Quote | null }>(
  open: Open | null,
  quoting: ReturnType<typeof withSelection>,
  wasSelected: Selected | undefined,
) {
  return open && wasSelected ? { ...quoting, answers: open.answers } : quoting
}

/** The `html` that `username` wrote as a quotation with its source. @param href the quoted post's address */
export function quotation(html: string, username: string, href: string): string {
  return `<blockquote><p><a href="${escapeHtml(href)}">${escapeHtml(username)} wrote</a>:</p>${html}</blockquote><p></p>`
}
