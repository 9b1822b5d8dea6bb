// Converts texts of other forums to HTML that our editor could have produced (markup.ts), within the bounds of the database.
import { join } from 'node:path'
import { escapeHtml } from '../../shared/escape-html.ts'
import { CONTENT, REPLY } from '../../shared/limits.ts'
import { textLength } from '../../shared/text-length.ts'
import { trimEnd } from '../../shared/trim.ts'
import { sanitizeContent } from '../content/sanitize.ts'
import { TextTooSlow, textWorker } from '../content/text-worker.ts'
import convertMarkup, { type Converted, type References, type Written } from './markup.ts'

/** Maximum length of a text; the forums' default is 32,000. */
const MOST_CHARACTERS = 200_000
/** Shorter texts are always fast. */
const SHORT = 1_000
const WORKER = join(import.meta.dirname, 'markup.ts')
/** Limits of the HTML around a text, as in the database (validate_thread_text, validate_reply_text). */
const MOST_HTML = { thread: 200_000, reply: 80_000 }
const ADDED = '<p><em>Imported from an earlier forum.</em></p>'

/**
 * @param written Markdown (with the quotes and uploads of Discourse) or HTML
 * @returns the stored HTML, and the changes that it needed, for the report
 */
export async function convert(
  written: string,
  kind: 'thread' | 'reply',
  format: 'markdown' | 'html',
  references: References,
): Promise<{ html: string; changes: string[] }> {
  const changes: string[] = []
  const [most, least] = kind === 'thread' ? [CONTENT.max, CONTENT.min] : [REPLY.max, REPLY.min]
  let source = written
  if (source.length > MOST_CHARACTERS) {
    source = source.slice(0, MOST_CHARACTERS)
    changes.push(`cut to ${MOST_CHARACTERS} characters`)
  }
  const made = await converted({ source, format, references })
  if (made.isTableCut) changes.push('a table became lines, because it is too large')
  let { html } = made
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

/** A text that was made to keep the parser busy is not converted. */
async function converted(written: Written): Promise<Converted> {
  if (written.source.length < SHORT) return convertMarkup(written)
  return textWorker.run<Converted>(WORKER, written).catch((error: unknown) => {
    if (error instanceof TextTooSlow) return { html: null, isTableCut: false }
    throw error
  })
}

function plain(source: string): string {
  const paragraphs = source.split(/\n{2,}/).filter((text) => text.trim() !== '')
  return sanitizeContent(paragraphs.map((text) => `<p>${escapeHtml(text.trim())}</p>`).join(''))
}
