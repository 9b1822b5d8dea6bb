// Turns the texts of other forums into the HTML that our editor could have made. Whatever they hold, the sanitiser of
// members' posts comes last (server/content/sanitize.ts).
import { createContext, Script } from 'node:vm'
import { nameToEmoji } from 'gemoji'
import { Marked, type RendererObject, type TokenizerAndRendererExtension } from 'marked'
import { CONTENT, REPLY } from '../../shared/limits.ts'
import { memberPath } from '../../shared/slugs.ts'
import { textLength } from '../../shared/text-length.ts'
import { sanitizeContent } from '../content/sanitize.ts'

/** What a text refers to. */
export type References = {
  /** The address here of a picture that the text refers to; null: there is none. */
  picture(reference: string): string | null
  /** The username here of a member who had this name there; null: nobody. */
  member(name: string): string | null
}

/** Of a text; the forums allow 32,000 unless told otherwise. */
const MOST_CHARACTERS = 200_000
const MOST_DEPTH = 12
/** A text made to keep a parser busy becomes plain text after this. */
const CONVERTED_WITHIN_MS = 1_000
/** No text of so few characters takes long. */
const SHORT = 1_000
/** Bounds of the HTML around a text, as the database has them (validate_thread_text, validate_reply_text). */
const MOST_HTML = { thread: 200_000, reply: 80_000 }
const ADDED = '<p><em>Imported from an earlier forum.</em></p>'

/** Names that Discourse has beside those of the emoji themselves. */
const MORE_EMOJI: Record<string, string> = {
  slight_smile: '🙂',
  slight_frown: '🙁',
  upside_down: '🙃',
  hugs: '🤗',
  thinking: '🤔',
  rofl: '🤣',
}

/**
 * @param written Markdown (with the quotes and uploads of Discourse) or HTML
 * @returns what is stored, and what was changed so that it can be, for the report
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
    return sanitizeContent(format === 'html' ? ours : toHtml(ours, references)).trim()
  })
  if (html === null) {
    html = plain(source.slice(0, most))
    changes.push('kept as plain text, because its markup is too deep or too slow to read')
  }
  if (html.length > MOST_HTML[kind] || textLength(html) > most) {
    // The database counts what HTML writes with five letters, such as &amp;, as five.
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

/** Names that a text may mention, and pictures that it may show: more than it does, to be looked up beforehand. */
export function referencesOf(written: string): { names: string[]; pictures: string[] } {
  const names = [...written.matchAll(/(?<![\w@/.-])@([\w.-]{1,60})/g)].map(([, name = '']) =>
    name.replace(/[.-]+$/, ''),
  )
  const pictures = [...written.matchAll(PICTURE)].map(([reference]) => reference)
  return { names: [...new Set(names)].slice(0, 100), pictures: [...new Set(pictures)].slice(0, 100) }
}

const PICTURE =
  /upload:\/\/[0-9A-Za-z]+(?:\.\w+)?|(?:https?:\/\/[^\s"'()<>\]]*)?\/?(?:assets\/)?uploads\/[^\s"'()<>\]]+/g

/** Of the text that is being converted, which is one at a time. */
let current: References

const marked = new Marked({ gfm: true, breaks: true })

function toHtml(source: string, references: References): string {
  current = references
  return marked.parse(quotesAsMarkdown(source), { async: false })
}

/** HTML stands in Markdown too. */
function withPictures(source: string, { picture }: References): string {
  return source.replace(IMAGE_TAG, (tag, address: string) => {
    const known = picture(address)
    return known ? `<img src="${known}">` : tag
  })
}

const IMAGE_TAG = /<img\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)[^>]*>/gi

const RENDERER: RendererObject = {
  heading({ tokens, depth }) {
    const level = Math.min(depth, 3)
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
  },
  // A picture of another host would reveal readers to it: a link instead.
  image({ href, text }) {
    const alt = text.replace(/\|.*$/, '')
    const address = current.picture(href)
    if (address) return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`
    return /^https?:/.test(href)
      ? `<a href="${escapeHtml(href)}">${escapeHtml(alt || href)}</a>`
      : escapeHtml(alt)
  },
  link({ href, tokens, text }) {
    if (/^upload:/.test(href)) return escapeHtml(text.replace(/\|.*$/, ''))
    return `<a href="${escapeHtml(href)}">${this.parser.parseInline(tokens)}</a>`
  },
  // The editor has no tables.
  table({ header, rows }) {
    const lines = [header, ...rows].map((cells) =>
      cells.map(({ tokens }) => this.parser.parseInline(tokens)).join(' | '),
    )
    return `<p>${lines.join('<br>')}</p>\n`
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
    const sign = MORE_EMOJI[name] ?? nameToEmoji[name]
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
    const known = name.replace(/[.-]+$/, '')
    const username = known && current.member(known)
    return username ? { type: 'mention', raw: `@${known}`, username } : undefined
  },
  renderer: ({ username }) => `<a href="${memberPath(String(username))}">@${username}</a>`,
}

marked.use({ renderer: RENDERER, extensions: [EMOJI, MENTION] })

const FENCE = /^\s{0,3}(`{3,}|~{3,})/

/** Discourse's quotes as Markdown's: `[quote="asha, post:2, topic:3"]` … `[/quote]`. */
function quotesAsMarkdown(source: string): string {
  if (!/\[\/?(quote|details)/i.test(source)) return source
  let depth = 0
  let fence = ''
  const lines: string[] = []
  for (const line of source.split('\n')) {
    const [, mark = ''] = FENCE.exec(line) ?? []
    if (fence === '' && mark !== '') fence = mark
    else if (fence !== '' && mark.startsWith(fence)) fence = ''
    const [, opened, said] = fence === '' ? (/^\s*\[(quote)(?:="?([^\]]*?)"?)?\]\s*$/i.exec(line) ?? []) : []
    const prefix = '> '.repeat(Math.min(depth, MOST_DEPTH))
    if (opened) {
      depth += 1
      const inner = '> '.repeat(Math.min(depth, MOST_DEPTH))
      // A quote of its own, not a line of the paragraph above.
      lines.push(prefix.trimEnd(), ...(said ? [inner + attribution(said), inner.trimEnd()] : []))
    } else if (fence === '' && depth > 0 && /^\s*\[\/quote\]\s*$/i.test(line)) {
      depth -= 1
      lines.push('> '.repeat(Math.min(depth, MOST_DEPTH)).trimEnd())
    } else {
      lines.push(
        prefix +
          (fence === ''
            ? line.replace(/\[details="?([^\]]*?)"?\]|\[\/details\]/gi, '**$1**').replace('****', '')
            : line),
      )
    }
  }
  return lines.join('\n')
}

/** The link is the old address, which leads to the post wherever it is now. */
function attribution(said: string): string {
  const [name = '', ...rest] = said.split(',')
  const [, post] = /\bpost:(\d+)/.exec(rest.join(',')) ?? []
  const [, topic] = /\btopic:(\d+)/.exec(rest.join(',')) ?? []
  const who = name.trim().replace(/[\\`*_[\]<>]/g, '\\$&')
  return topic ? `${who} [wrote](/t/${topic}/${post ?? 1}):` : `${who} wrote:`
}

function plain(source: string): string {
  const paragraphs = source.split(/\n{2,}/).filter((text) => text.trim() !== '')
  return sanitizeContent(paragraphs.map((text) => `<p>${escapeHtml(text.trim())}</p>`).join(''))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const sandbox: { work: () => void } = createContext({ work: () => undefined }) as { work: () => void }
const run = new Script('work()')

/** The result of `work` on a text; null when it takes too long, or overflows the stack. */
function withinTime(characters: number, work: () => string): string | null {
  if (characters < SHORT) return work()
  let result: string | null = null
  sandbox.work = () => {
    result = work()
  }
  try {
    run.runInContext(sandbox, { timeout: CONVERTED_WITHIN_MS })
    return result
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string }
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || name === 'RangeError') return null
    throw error
  }
}
