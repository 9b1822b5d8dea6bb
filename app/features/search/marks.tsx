// A line of a result with the matches highlighted.
import { Fragment } from 'react'
import { plainText } from '#shared/plain-text.ts'

export function Marked({ line, isText = false }: { line: string; isText?: boolean }) {
  return partsOf(line, isText).map(({ text, isFound }, index) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in a line that never changes
      <mark key={index} className="rounded-[3px] bg-accent-soft px-0.5 text-accent">
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={index}>{text}</Fragment>
    ),
  )
}

/**
 * Matches are enclosed in two control characters that no text contains. They are never markup, so user text cannot
 * inject any.
 */
const OPEN = '\u0001'
const CLOSE = '\u0002'

export type Part = { text: string; isFound: boolean }

/** `line` in parts, matches and others. @param isText of a post, which has entities; a title has none */
export function partsOf(line: string, isText: boolean): Part[] {
  return line
    .split(OPEN)
    .flatMap((piece, index) => {
      const [found = '', ...rest] = index === 0 ? ['', piece] : piece.split(CLOSE)
      return [
        { text: found, isFound: true },
        { text: rest.join(''), isFound: false },
      ]
    })
    .map((part) => (isText ? { ...part, text: closed(lettersOf(part.text)) } : part))
    .filter(({ text }) => text !== '')
}

/** Whether an excerpt ends within a sentence, so that it needs an ellipsis. */
export function isCut(line: string): boolean {
  return !/[.!?…।:)"'”’]\s*$/.test(unmarked(line))
}

/** `line` without its marks. */
export function unmarked(line: string): string {
  return line.replaceAll(OPEN, '').replaceAll(CLOSE, '')
}

/** Removes the space before a comma or full stop that replaced markup. */
function closed(text: string): string {
  return text.replaceAll(/(?<! ) +(?=[,.;:!?)](?:\s|$))/g, '')
}

/** Decodes entities, keeping the spaces at the ends. */
function lettersOf(text: string): string {
  if (!text.includes('&')) return text
  const inner = plainText(text.replaceAll('<', '&lt;'))
  const start = /^\s/.test(text) ? ' ' : ''
  const end = /\s$/.test(text) && inner !== '' ? ' ' : ''
  return `${start}${inner}${end}`
}
