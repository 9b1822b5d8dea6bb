// What the tables use of their library, and how their columns are written.
import {
  type Column,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

export type ColumnMeta = {
  /** Figures stand at the right. */
  align?: 'end'
  /**
   * How the cell stands where rows are stacked: on a line of its own, as the first one always does; then those after
   * their label or without it; and at the end the row's controls at the right, with what stands beside them.
   */
  stacked?: 'line' | 'bare' | 'beside' | 'controls'
  /** For the cells where the table is one; stacked ones have the width of the screen. */
  className?: string
}

export const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
})
export type Features = typeof features

/** Makes the columns of a table of `Data`: `accessor` those that rows are sorted by, `display` the others. */
export const columnsOf = <Data extends object>() => createColumnHelper<Features, Data>()

/** What stands at the head of a column. */
export function labelOf<Data extends object>({ columnDef }: Column<Features, Data>): string {
  return String(columnDef.header)
}
