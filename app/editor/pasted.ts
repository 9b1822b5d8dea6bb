// What is pasted, as HTML that the editor can hold: lists of Word and of messages are lists, signs of emphasis are emphasis,
// tables are plain, and foreign pictures are left out with a note.
import { escapeHtml } from '#shared/escape-html.ts'
import { isContentPicture } from '#shared/pictures.ts'
import * as t from '#words/editor.ts'
import { isList, itemIn, listBuilder, withLists } from './pasted-lists.ts'
import { plainTables } from './table.ts'

export type Pasted = {
  html: string
  /** What was left out and what to do; empty if nothing was. */
  note: string
}

const REMOTE = t.aPictureFromAnotherSite
const INLINE = t.aPictureInThePasted
const WITH_MARKUP = 'p,div,ul,ol,table,h1,h2,h3,h4,h5,h6,blockquote,pre,code,b,strong,i,em,u,s,a[href],img'

/** @returns null if a table is too large */
export function readPasted(html: string): Pasted | null {
  // The editor's own HTML needs nothing.
  if (html === '' || html.includes('data-pm-slice')) return { html, note: '' }
  const page = new DOMParser().parseFromString(html, 'text/html')
  const { body } = page
  // A message that was copied from a page, with lines alone.
  if (!body.querySelector(WITH_MARKUP)) {
    for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
    const text = (body.textContent ?? '').trim()
    return { html: text.includes('\n') ? htmlOfText(text) : emphasised(body.textContent ?? ''), note: '' }
  }
  const note = takePictures(page)
  withLists(page)
  withEmphasis(page)
  return plainTables(page) ? { html: body.innerHTML, note } : null
}

function takePictures(page: Document): string {
  let note = ''
  for (const picture of page.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    if (isContentPicture(src)) continue
    // A pixel that counts readers is no picture.
    if (picture.width !== 1) note = note || (src.startsWith('data:') ? INLINE : REMOTE)
    picture.remove()
  }
  return note
}

/** Plain text as HTML: a paragraph a line, and its lists. */
export function htmlOfText(text: string): string {
  const page = document.implementation.createHTMLDocument()
  const lines = text.split(/\r\n?|\n/).map((line) => ({ line, item: itemIn(line) }))
  for (let at = 0; at < lines.length; ) {
    const row = rowFrom(lines, at)
    const items = row.flatMap(({ item }) => item ?? [])
    if (isList(items)) {
      const add = listBuilder(page, page.body)
      const least = Math.min(...items.map(({ level }) => level))
      for (const { line, item } of row)
        if (item)
          add({ ...item, level: item.level - least + 1 }).innerHTML = emphasised(line.slice(item.sign))
      at += row.length
      continue
    }
    for (const { line } of lines.slice(at, at + Math.max(1, row.length))) {
      if (line.trim() === '') continue
      const paragraph = page.createElement('p')
      paragraph.innerHTML = emphasised(line)
      page.body.append(paragraph)
    }
    at += Math.max(1, row.length)
  }
  return page.body.innerHTML
}

/** Plain text that is pasted as such. */
export const plainHtml = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

type Line = { line: string; item: ReturnType<typeof itemIn> }

/** Items in a row, with the empty lines between them. */
function rowFrom(lines: readonly Line[], from: number): readonly Line[] {
  let end = from
  for (
    let at = from;
    at < lines.length && (lines[at]?.item || (end > from && !lines[at]?.line.trim()));
    at += 1
  )
    if (lines[at]?.item) end = at + 1
  return lines.slice(from, end)
}

const TAGS: readonly (readonly [sign: string, tag: string])[] = [
  ...([
    ['```', 'code'],
    ['**', 'strong'],
    ['__', 'strong'],
    ['~~', 's'],
  ] as const),
  ...([
    ['*', 'strong'],
    ['_', 'em'],
    ['~', 's'],
    ['`', 'code'],
  ] as const),
]
/** Signs further from each other than this are none of emphasis. */
const LONGEST = 1_000

/** `text` as HTML, with the emphasis that messengers and Markdown write as signs around words. */
export function emphasised(text: string): string {
  let html = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const [sign, tag] = TAGS.find(([one]) => text.startsWith(one, at)) ?? []
    const end = sign && isStart(text, at, sign) ? endOf(text, at + sign.length, sign) : -1
    if (!sign || end < 0) {
      if (sign) at += sign.length - 1
      continue
    }
    const inner = text.slice(at + sign.length, end)
    html += `${escapeHtml(text.slice(from, at))}<${tag}>${tag === 'code' ? escapeHtml(inner) : emphasised(inner)}</${tag}>`
    from = end + sign.length
    at = from - 1
  }
  return html + escapeHtml(text.slice(from))
}

const isStart = (text: string, at: number, sign: string) =>
  /^(?:|[\s([{"'“‘*_~—-])$/.test(text[at - 1] ?? '') && /\S/.test(text[at + sign.length] ?? '')

function endOf(text: string, from: number, sign: string): number {
  const line = text.indexOf('\n', from)
  const last = Math.min(from + LONGEST, line < 0 ? text.length : line)
  for (let end = text.indexOf(sign, from + 1); end >= 0 && end < last; end = text.indexOf(sign, end + 1)) {
    const next = text[end + sign.length] ?? ''
    if (/\S/.test(text[end - 1] ?? '') && /^(?:|[\s\p{P}~])$/u.test(next) && next !== sign[0]) return end
  }
  return -1
}

function withEmphasis(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (!text.parentElement?.closest('pre, code, a, style, script')) texts.push(text)
  for (const text of texts) {
    const written = text.textContent ?? ''
    const html = emphasised(written)
    if (!html.includes('<')) continue
    const holder = page.createElement('div')
    holder.innerHTML = html
    text.parentNode?.replaceChild(holder, text)
    holder.replaceWith(...holder.childNodes)
  }
}
