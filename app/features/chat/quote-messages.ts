import { escapeHtml } from '#shared/escape-html.ts'
import * as t from '#words/chat.ts'
import type { ChatMessage } from './queries.ts'

/** The messages as HTML of a post: a quotation of each author's messages in a row. Their mentions tell nobody again. */
export function quoteMessages(messages: readonly Pick<ChatMessage, 'username' | 'message'>[]): string {
  const rows: { username: string; messages: string[] }[] = []
  for (const { username, message } of messages) {
    const last = rows.at(-1)
    if (last?.username === username) last.messages.push(message)
    else rows.push({ username, messages: [message] })
  }
  const quotations = rows.map(({ username, messages: said }) => {
    const paragraphs = said.flatMap((text) => text.split(/\n+/)).map((line) => `<p>${escapeHtml(line)}</p>`)
    return `<blockquote><p><strong>${escapeHtml(username)}</strong></p>${paragraphs.join('')}</blockquote>`
  })
  return `<p>${t.fromTheLiveChat}</p>${quotations.join('')}<p></p>`
}
