// The features of the table library that our tables use, and the definition of columns.
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
  /** Numbers are aligned to the right. */
  align?: 'end'
  /**
   * The layout of the cell where rows are stacked: on a line of its own (the default, and always for the first one);
   * after its label or without it; or the row's controls, at the right of the last line.
   */
  stacked?: 'line' | 'bare' | 'beside' | 'controls'
  /** Classes of the cell in a table layout; stacked cells have the width of the screen. */
  className?: string
}

export const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
})
export type Features = typeof features

/** Defines the columns of a table of `Data`: `accessor` for sortable ones, `display` for the others. */
export const columnsOf = <Data extends object>() => createColumnHelper<Features, Data>()

/** The text of a column's head. */
export function labelOf<Data extends object>({ columnDef }: Column<Features, Data>): string {
  return String(columnDef.header)
}
