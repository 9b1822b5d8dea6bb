// A reader's selection in a post, as a blockquote for a reply.

import { OPENING_ANCHOR } from '#app/domain/replies/paging.ts'
import { escapeHtml } from '#shared/escape-html.ts'

const LONGEST = 1_500

/** A selected part of a post: the post and the text. */
export type Selected = { post: HTMLElement; text: string; place: DOMRect }

/** The selection if it is within the text of a single post; else null. */
export function selectedInPost(): Selected | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const element = around instanceof Element ? around : around.parentElement
  const post = element?.closest('.post')?.closest<HTMLElement>(`.reply, #${OPENING_ANCHOR}`)
  const text = selection.toString().trim()
  // Selections in an editor are for editing.
  if (!post || !text || element?.closest('[contenteditable]')) return null
  return { post, text, place: range.getBoundingClientRect() }
}

/** The text of `username` as a quotation with its source. @param href the quoted post's address */
export function quotation(text: string, username: string, href: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text
  const lines = cut.split(/\n+/).map((line) => `<p>${escapeHtml(line.trim())}</p>`)
  return `<blockquote><p><a href="${escapeHtml(href)}">${escapeHtml(username)} wrote</a>:</p>${lines.join('')}</blockquote><p></p>`
}
