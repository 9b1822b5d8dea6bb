// A column of a table: its head, its cells, and how they stand where there is no room for columns.
import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** What the rows are put in order by under this head; left out where no order makes sense. */
  sortBy?: (row: Row) => string | number | null
  /** Figures stand at the right. */
  align?: 'start' | 'end'
  /**
   * How the cell stands where rows are stacked: on a line of its own, as the first one always does; then those after
   * their label or without it; and at the end the row's controls at the right, with what stands beside them.
   */
  stacked?: 'line' | 'labelled' | 'bare' | 'beside' | 'controls'
  /** For the cells where the table is one; stacked ones have the width of the screen. */
  className?: string
}
