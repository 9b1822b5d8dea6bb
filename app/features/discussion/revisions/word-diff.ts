// Word-by-word differences between two versions of a post, by their visible text.
import { diffWords } from 'diff'
import { plainText } from '#shared/plain-text.ts'

/** A limit on the comparison, which takes minutes for two long texts without common parts. */
const LONGEST_MS = 1_500

export type Piece = { text: string; change: 'same' | 'added' | 'removed' }

export type Version = { title?: string | null; content: string; tags?: readonly string[] | null }

const BULLET = '• '

/** A version as text: title, blocks separated by lines, tags. */
export function textOf({ title, content, tags }: Version): string {
  const lines = content
    // A changed link target with the same text is a change too. Links within this site, such as the source of a
    // quotation or a mention, are not.
    .replace(/<a [^>]*?href="((?!\/(?!\/))[^"]*)"[^>]*>(.*?)<\/a>/gs, (_link, href: string, text: string) =>
      plainText(text) === plainText(href) ? text : `${text} (${href})`,
    )
    .replace(/<img [^>]*?src="([^"]*)"[^>]*?alt="([^"]*)"[^>]*>/g, '[picture: $2 $1]')
    .replace(/<span [^>]*?data-tex="([^"]*)"[^>]*>.*?<\/span>/gs, (_formula, tex: string) => `$$${tex}$$`)
    .replace(/<summary>(.*?)<\/summary>/gs, '<p>$1</p>')
    // A row of a table is one line.
    .replace(/<tr>(.*?)<\/tr>/gs, (_row, cells: string) => `<p>${cells.replace(/<\/?p>/g, ' ')}</p>`)
    .replaceAll('<li>', `<li>${BULLET}`)
    .split(/<\/(?:p|li|h[1-3]|pre|blockquote)>|<br\s*\/?>|<hr\s*\/?>/)
    .map(plainText)
  return [title ?? '', ...lines, tags && tags.length > 0 ? `Tags: ${tags.join(', ')}` : '']
    .filter((line) => line !== '')
    .reduce((text, line) => `${text}${line.startsWith(BULLET) ? '\n' : '\n\n'}${line}`, '')
    .trim()
}

/** The parts of both texts in order. */
export function changesBetween(before: string, after: string): Piece[] {
  const intlSegmenter = new Intl.Segmenter('en', { granularity: 'word' })
  const parts = diffWords(before, after, { intlSegmenter, timeout: LONGEST_MS })
  if (!parts) {
    return [
      { text: before, change: 'removed' },
      { text: `\n${after}`, change: 'added' },
    ]
  }
  return parts.map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }))
}
