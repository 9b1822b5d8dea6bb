// Sorting of a table: in the head of a column, or in a list where rows are stacked.
import type { Column } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import * as t from '#words/ui-more.ts'
import { RowSelect } from '../forms/field.tsx'
import { type Features, labelOf } from './columns.ts'

const HEAD =
  'sticky top-(--header-height) z-20 h-11 border-b border-line bg-surface px-2 text-left text-13 font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4'

const SIGNS = { asc: ArrowUp, desc: ArrowDown } as const
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const
const ORDERS = { asc: t.ascending, desc: t.descending } as const

export function ColumnHead<Data extends object>({ column }: { column: Column<Features, Data> }) {
  const { meta = {} } = column.columnDef
  const place = `${HEAD} ${meta.align || meta.stacked === 'controls' ? 'text-right' : ''}`
  if (!column.getCanSort())
    return (
      <th scope="col" className={place}>
        {labelOf(column)}
      </th>
    )
  const direction = column.getIsSorted()
  const Sign = direction ? SIGNS[direction] : ChevronsUpDown
  return (
    <th scope="col" className={place} aria-sort={direction ? ARIA_SORT[direction] : 'none'}>
      {/* Ascending, descending, and back to the original order. */}
      <button
        type="button"
        onClick={column.getToggleSortingHandler()}
        className={`-mx-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-medium hover:text-text ${direction ? 'text-text' : ''}`}
      >
        {labelOf(column)}
        <Sign size={14} aria-hidden className={direction ? 'text-accent' : 'opacity-50'} />
      </button>
    </th>
  )
}

type SortChoiceProps<Data extends object> = {
  /** The sortable columns. */
  columns: readonly Column<Features, Data>[]
  /** The label of the original order. */
  onClear: () => void
}

/** The sort orders as one list, in the upper right corner of the stacked rows. */
export function SortChoice<Data extends object>({ columns, onClear }: SortChoiceProps<Data>) {
  const sorted = columns.find((column) => column.getIsSorted())
  return (
    <div className="absolute top-0.5 right-1 z-10">
      <RowSelect
        label={t.sort}
        value={sorted ? `${sorted.id} ${sorted.getIsSorted()}` : ''}
        onChange={({ target }) => {
          const [id, direction] = target.value.split(' ')
          const column = columns.find((one) => one.id === id)
          if (column) column.toggleSorting(direction === 'desc')
          else onClear()
        }}
        className="text-muted [field-sizing:content]"
      >
        <option value="">{t.sortBy}</option>
        {columns.flatMap((column) =>
          (['asc', 'desc'] as const).map((direction) => (
            <option key={`${column.id} ${direction}`} value={`${column.id} ${direction}`}>
              {labelOf(column)}, {ORDERS[direction]}
            </option>
          )),
        )}
      </RowSelect>
    </div>
  )
}
