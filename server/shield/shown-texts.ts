// Which texts others read, and what a text of the editor says to a reader: what the shield judges.
import { plainText } from '../../shared/plain-text.ts'

/** Columns with text that somebody else than its writer and the staff reads. tests/policies/shown-texts.test.ts names those that miss. */
export const SHOWN_COLUMNS = {
  threads: ['title', 'content', 'tags'],
  replies: ['content'],
  polls: ['question', 'options'],
  profiles: ['username', 'full_name', 'bio'],
  chat_messages: ['username', 'message'],
} as const satisfies Record<string, readonly string[]>

/** Letters of plain text: more than any constraint allows, so that what is longer is refused by the database. */
const MOST_PLAIN = 5_000

/** Columns that hold HTML; the gateway has bounded them. */
const HTML = new Set(['content'])

/** What a row says, in the order in which a reader meets it. */
export function shownText(table: string, texts: Readonly<Record<string, string>>): string {
  const columns: readonly string[] = Object.hasOwn(SHOWN_COLUMNS, table)
    ? SHOWN_COLUMNS[table as keyof typeof SHOWN_COLUMNS]
    : Object.keys(texts)
  return columns
    .flatMap((column) => {
      const text = texts[column]
      return text === undefined ? [] : [HTML.has(column) ? readable(text) : text.slice(0, MOST_PLAIN)]
    })
    .join('\n')
}

/** An address behind a link, the words beside a picture, and a formula are read too. */
const SAID_BY_TAG = /<(?:a|img|span|div|iframe)\b[^<>]*>/gi
const ATTRIBUTE = /\b(?:href|alt|title|data-tex|src)="([^"]*)"/gi

function readable(html: string): string {
  const spoken = html.replace(SAID_BY_TAG, (tag) => {
    const said = [...tag.matchAll(ATTRIBUTE)].map(([, value = '']) => value).filter(isSaid)
    return said.length === 0 ? tag : `${tag} ${said.join(' ')} `
  })
  return plainText(spoken)
}

/** Addresses within the site say nothing. */
const isSaid = (value: string) => value !== '' && !value.startsWith('/') && !value.startsWith('#')
