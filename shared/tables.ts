// Tables in posts: their limit, and the reduction of merged cells to a plain grid, which the editor does with a pasted
// table and the server with every table that is written.

/** Cells of one table, including the empty ones that make its rows equally long. */
import * as t from '#words/shared.ts'

export const MOST_CELLS = 500

export const TABLE_TOO_LARGE = t.aTableCanHaveUp(MOST_CELLS)

/** Wide enough for a merged title, and short enough that no number in the markup costs time. */
const MOST_SPAN = 50

/** An amount as Indian tables write it: ₹1,20,000, (3.5) %, 12x, 4 cr. Bounded by its counts. */
const AMOUNT =
  /^[+\-−(]?(?:₹|rs\.?|\$|€|£)? {0,2}\d[\d,]{0,20}(?:\.\d{1,10})? {0,2}(?:%|x|k|l|lakh|cr|crore|bps)?\)?$/i
/** What stands for no amount. */
const NONE = new Set(['', '-', '–', '—', 'n/a', 'na', 'nil'])

export const isAmount = (text: string): boolean => AMOUNT.test(text.trim())

/**
 * Which columns hold amounts and nothing else, apart from their headings, so that they are aligned at the right.
 * @param rows the text of each cell, null of a heading
 */
export function amountColumns(rows: readonly (readonly (string | null)[])[]): boolean[] {
  return (rows[0] ?? []).map((_, column) => {
    const texts = rows.flatMap((row) => row[column] ?? [])
    const amounts = texts.filter(isAmount)
    return amounts.length > 0 && texts.every((text) => isAmount(text) || NONE.has(text.trim().toLowerCase()))
  })
}

/** The class of a cell in such a column. */
export const AMOUNT_CLASS = 'amount'

export type Spanning = { columns: number; rows: number }

/** The number of cells that an attribute merges: `colspan="3"` is 3. */
export function spanOf(attribute: string | null | undefined): number {
  const span = Number.parseInt(attribute ?? '', 10)
  return span >= 1 ? Math.min(span, MOST_SPAN) : 1
}

/**
 * Places cells in rows of equal length. A merged cell becomes its first cell and empty ones.
 * @param rows the cells of each row as they are written
 * @returns null if the table is too large
 */
export function gridOf<Cell>(
  rows: readonly (readonly Cell[])[],
  spanning: (cell: Cell) => Spanning,
): (Cell | null)[][] | null {
  const grid: (Cell | null)[][] = []
  /** For each column, the rows that a cell above still covers. */
  const covered: number[] = []
  let width = 0
  for (const cells of rows) {
    if (cells.length === 0) continue
    const row: (Cell | null)[] = []
    const skipCovered = () => {
      while ((covered[row.length] ?? 0) > 0) {
        covered[row.length] = (covered[row.length] ?? 0) - 1
        row.push(null)
      }
    }
    for (const cell of cells) {
      skipCovered()
      const span = spanning(cell)
      for (let column = 0; column < span.columns; column += 1) {
        covered[row.length] = Math.max(covered[row.length] ?? 0, span.rows - 1)
        row.push(column === 0 ? cell : null)
      }
      if (row.length > MOST_CELLS) return null
    }
    skipCovered()
    grid.push(row)
    width = Math.max(width, row.length)
    if (grid.length * width > MOST_CELLS) return null
  }
  for (const row of grid) while (row.length < width) row.push(null)
  return grid
}
