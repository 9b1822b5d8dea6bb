// Rebuilds the tables of sanitised HTML: a plain grid of cells with paragraphs, each table in a region that scrolls by
// itself. Cells are all that the editor can make; whatever else a table held becomes paragraphs.
import { valueError } from '../../api/rest/errors.ts'
import {
  AMOUNT_CLASS,
  amountColumns,
  gridOf,
  type Spanning,
  spanOf,
  TABLE_TOO_LARGE,
} from '../../shared/tables.ts'

const TOKEN = /<(\/?)([a-z0-9]+)(?![a-z0-9])([^<>]*)>|[^<]+/g
const INLINE = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'code', 'a', 'sub', 'sup', 'span'])
const TABLE_PARTS = new Set(['table', 'tr', 'td', 'th'])
/** Deeper formatting is dropped, because each paragraph of a cell repeats what is open around it. */
const MOST_DEPTH = 8

type Cell = Spanning & { isHeader: boolean; text: Paragraphs }

/** @param html as sanitize-html writes it: well-formed, with escaped text @throws RestError for a table that is too large */
export function withTables(html: string): string {
  // The only allowed elements that begin with this letter are those of tables.
  if (!/<\/?t/.test(html)) return html
  let whole = ''
  let table: Table | null = null
  for (const [token, slash = '', name = '', attributes = ''] of html.matchAll(TOKEN)) {
    if (table) {
      table.add(token, slash !== '', name, attributes)
      if (!table.isOpen) {
        whole += table.toHtml()
        table = null
      }
    } else if (name === 'table' && !slash) table = new Table()
    else if (!TABLE_PARTS.has(name)) whole += token
  }
  return whole
}

class Table {
  private depth = 1
  private readonly rows: Cell[][] = []
  private cell: Cell | null = null
  /** Text outside of every cell, such as a caption. It stands above the table. */
  private readonly above = new Paragraphs()

  get isOpen(): boolean {
    return this.depth > 0
  }

  add(token: string, isEnd: boolean, name: string, attributes: string): void {
    const text = this.cell?.text ?? this.above
    if (name === 'table') {
      this.depth += isEnd ? -1 : 1
      text.end()
    } else if (!TABLE_PARTS.has(name)) text.add(token, isEnd, name, attributes)
    else if (this.depth > 1) {
      // A table within a cell is text of that cell.
      if (name === 'tr') text.end()
      else text.space()
    } else if (name === 'tr') {
      this.cell = null
      if (!isEnd) this.rows.push([])
    } else {
      this.cell = null
      if (isEnd) return
      // Bounded: a fixed name and one run of characters, within one tag.
      const span = (side: string) => spanOf(new RegExp(`\\b${side}span="([^"]*)"`).exec(attributes)?.[1])
      this.cell = {
        isHeader: name === 'th',
        columns: span('col'),
        rows: span('row'),
        text: new Paragraphs(),
      }
      if (this.rows.length === 0) this.rows.push([])
      this.rows.at(-1)?.push(this.cell)
    }
  }

  toHtml(): string {
    const above = this.above.toHtml()
    const grid = gridOf(this.rows, (cell) => cell)
    if (!grid) throw valueError(TABLE_TOO_LARGE)
    if (grid.length === 0) return above
    const made = grid.map((cells) => cells.map((cell) => cell?.text.toHtml() ?? ''))
    const amounts = amountColumns(
      grid.map((cells, row) =>
        cells.map((cell, column) => (cell?.isHeader ? null : textOf(made[row]?.[column] ?? ''))),
      ),
    )
    const rows = grid.map((cells, row) => {
      const isHeading =
        cells.some((cell) => cell?.isHeader) && cells.every((cell) => cell?.isHeader !== false)
      const written = cells.map((cell, column) => {
        const name = (cell?.isHeader ?? isHeading) ? 'th' : 'td'
        const isOfColumn = row === 0 || isHeading
        const scope = name === 'td' ? '' : ` scope="${isOfColumn ? 'col' : 'row'}"`
        const align = amounts[column] && (name === 'td' || isOfColumn) ? ` class="${AMOUNT_CLASS}"` : ''
        return `<${name}${scope}${align}>${made[row]?.[column] || '<p></p>'}</${name}>`
      })
      return `<tr>${written.join('')}</tr>`
    })
    return `${above}${TABLE_START}<tbody>${rows.join('')}</tbody>${TABLE_END}`
  }
}

const textOf = (html: string) => html.replace(/<[^<>]*>/g, '').replaceAll('&nbsp;', ' ')

/** A group, not a region: a landmark for each table would bury those of the page. */
const TABLE_START = '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>'
const TABLE_END = '</table></div>'

/** Collects what a cell holds as paragraphs with formatted text. */
class Paragraphs {
  private readonly done: string[] = []
  /** The formatting that is open. */
  private readonly open: { name: string; tag: string }[] = []
  /** The number of elements within these whose tags are dropped. */
  private dropped = 0
  private now = ''

  add(token: string, isEnd: boolean, name: string, attributes: string): void {
    if (name === '') this.now += this.now === '' ? token.trimStart() : token
    else if (name === 'br') this.now += token
    else if (name === 'img') this.now += /\balt="([^"]*)"/.exec(attributes)?.[1] ?? ''
    else if (!INLINE.has(name)) this.end()
    else if (isEnd) {
      if (this.dropped > 0) this.dropped -= 1
      else if (this.open.pop()) this.now += token
    } else if (this.open.length >= MOST_DEPTH) this.dropped += 1
    else {
      this.open.push({ name, tag: token })
      this.now += token
    }
  }

  space(): void {
    if (!this.now.endsWith(' ')) this.now += ' '
  }

  /** Ends the paragraph; the next one begins with the formatting that is open. */
  end(): void {
    // A formula has no text yet.
    if (/\S/.test(this.now.replace(/<(?!span)[^<>]*>/g, ''))) {
      const closing = this.open.map(({ name }) => `</${name}>`).toReversed()
      this.done.push(`<p>${this.now.trim()}${closing.join('')}</p>`)
    }
    this.now = this.open.map(({ tag }) => tag).join('')
  }

  toHtml(): string {
    this.end()
    return this.done.join('')
  }
}
