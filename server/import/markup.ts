// Turns Markdown or HTML of other forums into HTML that our editor could have produced. After the sanitiser of members' posts
// (server/content/sanitize.ts), only paragraphs are added. Long texts are converted in the worker thread
// (server/content/text-worker.ts), so everything here is copied: references are tables.
import { Marked, type RendererObject, type TokenizerAndRendererExtension } from 'marked'
import { RestError } from '../../api/rest/errors.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { memberPath } from '../../shared/slugs.ts'
import { trimEnd } from '../../shared/trim.ts'
import { sanitizeContent, TooDeep } from '../content/sanitize.ts'
import { bbcodeAsMarkdown } from './bbcode.ts'
import { EMOJI_BY_NAME } from './emoji.ts'

/** What the references of texts mean here. */
export type References = {
  /** The addresses here of pictures; null: there is none. */
  pictures: ReadonlyMap<string, string | null>
  /** The usernames here of members, by their names there in small letters. */
  members: ReadonlyMap<string, string>
}

export type Written = { source: string; format: 'markdown' | 'html'; references: References }

/** `html` null: its markup is too deep to read. */
export type Converted = { html: string | null; isTableCut: boolean }

export default function convertMarkup({ source, format, references }: Written): Converted {
  current = references
  let isTableCut = false
  try {
    const ours = withPictures(source)
    const made = withOurElements(
      format === 'html' ? ours : marked.parse(bbcodeAsMarkdown(ours), { async: false }),
    )
    try {
      return { html: withParagraphs(sanitizeContent(made)), isTableCut }
    } catch (error) {
      if (!(error instanceof RestError) || error instanceof TooDeep) throw error
      isTableCut = true
      return { html: withParagraphs(sanitizeContent(tablesAsLines(made))), isTableCut }
    }
  } catch (error) {
    // A RangeError is the end of the stack.
    if (error instanceof TooDeep || error instanceof RangeError) return { html: null, isTableCut }
    throw error
  }
}

/** State of the current conversion; there is one at a time. */
let current: References

const marked = new Marked({ gfm: true, breaks: true })

/** Markdown may contain HTML. */
function withPictures(source: string): string {
  return source.replace(IMAGE_TAG, (tag, address: string) => {
    const known = current.pictures.get(address)
    return known ? `<img src="${known}">` : tag
  })
}

// Bounded: the worker thread has a deadline (content.ts).
const IMAGE_TAG = /<img\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)[^>]*>/gi

const RENDERER: RendererObject = {
  heading({ tokens, depth }) {
    const level = Math.min(depth, 3)
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
  },
  // A link instead of an external picture, which would reveal readers to its host.
  image({ href, text }) {
    const alt = text.split('|', 1)[0] ?? ''
    const address = current.pictures.get(href)
    if (address) return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`
    return /^https?:/.test(href)
      ? `<a href="${escapeHtml(href)}">${escapeHtml(alt || href)}</a>`
      : escapeHtml(alt)
  },
  link({ href, tokens, text }) {
    if (/^upload:/.test(href)) return escapeHtml(text.split('|', 1)[0] ?? '')
    return `<a href="${escapeHtml(href)}">${this.parser.parseInline(tokens)}</a>`
  },
  checkbox({ checked }) {
    return checked ? '☑ ' : '☐ '
  },
  del({ tokens }) {
    return `<s>${this.parser.parseInline(tokens)}</s>`
  },
}

const EMOJI: TokenizerAndRendererExtension = {
  name: 'emoji',
  level: 'inline',
  start: (text) => text.match(/:[a-z0-9+]/i)?.index,
  tokenizer: (text) => {
    const [raw, name = ''] = /^:([a-z0-9_+-]{1,50}):(?:t[2-6]:)?/i.exec(text) ?? []
    const sign = EMOJI_BY_NAME.get(name)
    return raw && sign ? { type: 'emoji', raw, sign } : undefined
  },
  renderer: ({ sign }) => String(sign),
}

const MENTION: TokenizerAndRendererExtension = {
  name: 'mention',
  level: 'inline',
  start: (text) => text.match(/(?<![\w@/.-])@\w/)?.index,
  tokenizer: (text) => {
    const [, name = ''] = /^@([\w.-]{1,60})/.exec(text) ?? []
    const known = trimEnd(name, '.-')
    const username = known && current.members.get(known.toLowerCase())
    return username ? { type: 'mention', raw: `@${known}`, username } : undefined
  },
  renderer: ({ username }) => `<a href="${memberPath(String(username))}">@${username}</a>`,
}

marked.use({ renderer: RENDERER, extensions: [EMOJI, MENTION] })

/** Maps HTML elements that the editor does not produce to the nearest ones. A `<p>` ends the previous one. */
const NEAREST: Record<string, string> = {
  del: 's',
  strike: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
}
// Bounded: fixed names and one run of characters.
const FOREIGN = new RegExp(`<(/?)(${Object.keys(NEAREST).join('|')})(?=[\\s>])[^<>]*>`, 'gi')

function withOurElements(html: string): string {
  return html
    .replace(FOREIGN, (_tag, slash: string, name: string) => `<${slash}${NEAREST[name.toLowerCase()]}>`)
    .replace(/<\/?(?:div|center|section|article|figure|figcaption)(?=[\s>])[^<>]*>/gi, '<p>')
}

function tablesAsLines(html: string): string {
  return html
    .replace(/<\/?t(?:able|head|body|foot)(?=[\s>])[^<>]*>/gi, '')
    .replace(/<\/?tr(?=[\s>])[^<>]*>/gi, '<p>')
    .replace(/<t[dh](?=[\s>])[^<>]*>/gi, ' | ')
    .replace(/<p>\s*\| /g, '<p>')
}

const BLOCKS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'hr',
  'div',
  'details',
  'summary',
])

/** Wraps text outside of every block in a paragraph, and removes empty paragraphs. @param html sanitised */
function withParagraphs(html: string): string {
  let depth = 0
  let loose = ''
  let whole = ''
  for (const [token, slash = '', name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)(?![a-z0-9])[^<>]*>|[^<]+/g)) {
    if (!BLOCKS.has(name)) {
      if (depth === 0) loose += token
      else whole += token
      continue
    }
    if (depth === 0) {
      whole += loose.trim() === '' ? loose : `<p>${loose.trim()}</p>`
      loose = ''
    }
    whole += token
    if (name !== 'hr') depth += slash ? -1 : 1
  }
  whole += loose.trim() === '' ? loose : `<p>${loose.trim()}</p>`
  // But for empty cells of a table.
  return whole.replace(/(?<!<t[dh][^>]*>)<p>(?:\s|<br \/>)*<\/p>\n?/g, '').trim()
}
