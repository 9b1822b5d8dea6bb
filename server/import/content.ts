// Converts texts of other forums to HTML that our editor could have produced. After the sanitiser of members' posts
// (server/content/sanitize.ts), only paragraphs are added.
import { createContext, Script } from 'node:vm'
import { nameToEmoji } from 'gemoji'
import { Marked, type RendererObject, type TokenizerAndRendererExtension } from 'marked'
import { RestError } from '../../api/rest/errors.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { CONTENT, REPLY } from '../../shared/limits.ts'
import { memberPath } from '../../shared/slugs.ts'
import { textLength } from '../../shared/text-length.ts'
import { trimEnd } from '../../shared/trim.ts'
import { sanitizeContent, TooDeep } from '../content/sanitize.ts'
import { bbcodeAsMarkdown } from './bbcode.ts'

/** Resolves references of a text. */
export type References = {
  /** The address of a picture here; null if there is none. */
  picture(reference: string): string | null
  /** The username here of a member with this name there; null if there is none. */
  member(name: string): string | null
}

/** Maximum length of a text; the forums' default is 32,000. */
const MOST_CHARACTERS = 200_000
/** After this time a text, possibly made to keep the parser busy, becomes plain text. */
const CONVERTED_WITHIN_MS = 1_000
/** Shorter texts are always fast. */
const SHORT = 1_000
/** Limits of the HTML around a text, as in the database (validate_thread_text, validate_reply_text). */
const MOST_HTML = { thread: 200_000, reply: 80_000 }
const ADDED = '<p><em>Imported from an earlier forum.</em></p>'

/** Includes Discourse's own names of emoji. */
const EMOJI_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...nameToEmoji,
    slight_smile: '🙂',
    slight_frown: '🙁',
    upside_down: '🙃',
    hugs: '🤗',
    thinking: '🤔',
    rofl: '🤣',
  }),
)

/**
 * @param written Markdown (with the quotes and uploads of Discourse) or HTML
 * @returns the stored HTML, and the changes that it needed, for the report
 */
export function convert(
  written: string,
  kind: 'thread' | 'reply',
  format: 'markdown' | 'html',
  references: References,
): { html: string; changes: string[] } {
  const changes: string[] = []
  const [most, least] = kind === 'thread' ? [CONTENT.max, CONTENT.min] : [REPLY.max, REPLY.min]
  let source = written
  if (source.length > MOST_CHARACTERS) {
    source = source.slice(0, MOST_CHARACTERS)
    changes.push(`cut to ${MOST_CHARACTERS} characters`)
  }
  let html = withinTime(source.length, () => {
    const ours = withPictures(source, references)
    const made = withOurElements(format === 'html' ? ours : toHtml(ours, references))
    try {
      return withParagraphs(sanitizeContent(made))
    } catch (error) {
      if (!(error instanceof RestError) || error instanceof TooDeep) throw error
      changes.push('a table became lines, because it is too large')
      return withParagraphs(sanitizeContent(tablesAsLines(made)))
    }
  })
  if (html === null) {
    html = plain(source.slice(0, most))
    changes.push('kept as plain text, because its markup is too deep or too slow to read')
  }
  if (html.length > MOST_HTML[kind] || textLength(html) > most) {
    // The database counts an entity such as &amp; as five characters.
    for (let length = most - 100; length > 0; length = Math.floor(length / 2)) {
      html = plain(source.slice(0, length))
      if (html.length <= MOST_HTML[kind] && textLength(html) <= most) break
    }
    changes.push(`longer than ${most} characters: cut, as plain text`)
  }
  if (textLength(html) < least) {
    html += ADDED
    if (!/<img /.test(html)) changes.push(`shorter than ${least} characters: a line was added`)
  }
  return { html, changes }
}

/**
 * Names that a text may mention and pictures that it may show, possibly more than it does, to look them up beforehand.
 */
export function referencesOf(written: string): { names: string[]; pictures: string[] } {
  const names = [...written.matchAll(/(?<![\w@/.-])@([\w.-]{1,60})/g)].map(([, name = '']) =>
    trimEnd(name, '.-'),
  )
  const pictures = [...written.matchAll(PICTURE)].map(([reference]) => reference)
  return { names: [...new Set(names)].slice(0, 100), pictures: [...new Set(pictures)].slice(0, 100) }
}

const PICTURE =
  /upload:\/\/[0-9A-Za-z]+(?:\.\w+)?|(?:https?:\/\/[^\s"'()<>\]]*)?\/?(?:assets\/)?uploads\/[^\s"'()<>\]]+/g

/** State of the current conversion; there is one at a time. */
let current: References

const marked = new Marked({ gfm: true, breaks: true })

function toHtml(source: string, references: References): string {
  current = references
  return marked.parse(bbcodeAsMarkdown(source), { async: false })
}

/** Markdown may contain HTML. */
function withPictures(source: string, { picture }: References): string {
  return source.replace(IMAGE_TAG, (tag, address: string) => {
    const known = picture(address)
    return known ? `<img src="${known}">` : tag
  })
}

// Bounded: an import gives each text a second (withinTime in content.ts).
const IMAGE_TAG = /<img\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)[^>]*>/gi

const RENDERER: RendererObject = {
  heading({ tokens, depth }) {
    const level = Math.min(depth, 3)
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
  },
  // A link instead of an external picture, which would reveal readers to its host.
  image({ href, text }) {
    const alt = text.split('|', 1)[0] ?? ''
    const address = current.picture(href)
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

/** Replaces names of emoji in a title. */
export function withEmoji(title: string): string {
  return title.replace(
    /:([a-z0-9_+-]{1,50}):/gi,
    (written, name: string) => EMOJI_BY_NAME.get(name) ?? written,
  )
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
    const username = known && current.member(known)
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

function plain(source: string): string {
  const paragraphs = source.split(/\n{2,}/).filter((text) => text.trim() !== '')
  return sanitizeContent(paragraphs.map((text) => `<p>${escapeHtml(text.trim())}</p>`).join(''))
}

const sandbox: { work: () => void } = createContext({ work: () => undefined }) as { work: () => void }
const run = new Script('work()')

/** The result of `work` on a text; null if it takes too long, or overflows the stack. */
function withinTime(characters: number, work: () => string): string | null {
  let result: string | null = null
  const keep = () => {
    result = work()
  }
  sandbox.work = keep
  try {
    if (characters < SHORT) keep()
    else run.runInContext(sandbox, { timeout: CONVERTED_WITHIN_MS })
    return result
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string }
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || name === 'RangeError') return null
    if (error instanceof TooDeep) return null
    throw error
  }
}
