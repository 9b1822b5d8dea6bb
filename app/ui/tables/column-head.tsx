// The order of a table's rows: chosen at the head of a column, or from a list where the heads have no room.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { RowSelect } from '../forms/field.tsx'
import type { Column } from './column.ts'
import type { Order } from './sorted.ts'

const HEAD =
  'sticky top-(--header-height) z-20 h-11 border-b border-line bg-surface px-2 text-left text-13 font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4'

type ColumnHeadProps<Row> = {
  column: Column<Row>
  order: Order | null
  onOrder: (order: Order | null) => void
}

export function ColumnHead<Row>({
  column: { key, label, sortBy, align, stacked },
  order,
  onOrder,
}: ColumnHeadProps<Row>) {
  const mine = order?.key === key ? order : null
  const isRight = align === 'end' || stacked === 'controls'
  const place = `${HEAD} ${isRight ? 'text-right' : ''}`
  if (!sortBy)
    return (
      <th scope="col" className={place}>
        {label}
      </th>
    )
  const Sign = mine ? (mine.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  // Up, down, and back to the order that the rows came in.
  const next = mine ? (mine.descending ? null : { key, descending: true }) : { key, descending: false }
  return (
    <th scope="col" className={place} aria-sort={ariaSort(mine)}>
      <button
        type="button"
        onClick={() => onOrder(next)}
        className={`-mx-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-medium hover:text-text ${mine ? 'text-text' : ''}`}
      >
        {label}
        <Sign size={14} aria-hidden className={mine ? 'text-accent' : 'opacity-50'} />
      </button>
    </th>
  )
}

function ariaSort(order: Order | null): 'ascending' | 'descending' | 'none' {
  if (!order) return 'none'
  return order.descending ? 'descending' : 'ascending'
}

type SortChoiceProps<Row> = {
  /** Those that can be sorted by. */
  columns: readonly Column<Row>[]
  order: Order | null
  onOrder: (order: Order | null) => void
}

/** The heads' choices as one list, in the upper right corner of the stacked rows. */
export function SortChoice<Row>({ columns, order, onOrder }: SortChoiceProps<Row>) {
  return (
    <div className="absolute top-0.5 right-1 z-10">
      <RowSelect
        label="Sort"
        value={order ? `${order.key} ${order.descending ? 'down' : 'up'}` : ''}
        onChange={({ target }) => {
          const [key, direction] = target.value.split(' ')
          onOrder(key ? { key, descending: direction === 'down' } : null)
        }}
        className="text-muted [field-sizing:content]"
      >
        <option value="">Sort by…</option>
        {columns.flatMap(({ key, label }) => [
          <option key={`${key} up`} value={`${key} up`}>
            {label}, ascending
          </option>,
          <option key={`${key} down`} value={`${key} down`}>
            {label}, descending
          </option>,
        ])}
      </RowSelect>
    </div>
  )
}
