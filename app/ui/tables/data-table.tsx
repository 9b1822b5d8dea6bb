// A dense table: its head stays in sight, columns sort, rows can be chosen and acted on together. From any control
// the up and down arrows go to the same control of the next row; shift chooses everything up to a box. On narrow
// screens the cells of a row stand under each other: nothing is cut, and nothing scrolls sideways.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { count } from '#shared/format.ts'
import { useIsNarrow } from '../narrow.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { Column } from './column.ts'
import { ColumnHead, SortChoice } from './column-head.tsx'
import { RowBox } from './row-box.tsx'
import { moveBetweenRows } from './row-keys.ts'
import { type Order, sorted } from './sorted.ts'
import { useChosenRows } from './use-chosen-rows.ts'

type DataTableProps<Row> = {
  /** What the table lists, for who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What a row is called where it can be chosen. */
  nameOf: (row: Row) => string
  /** What can be done with the chosen rows; without it none can be chosen. */
  bulk?: (chosen: readonly Row[], clear: () => void) => ReactNode
  /** What stands in the place of a row's cells, as wide as all of them, while it is changed; null for the others. */
  renderRowOverride?: (row: Row) => ReactNode
}

export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  bulk,
  renderRowOverride,
}: DataTableProps<Row>) {
  const isNarrow = useIsNarrow()
  const [order, setOrder] = useState<Order | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const column = columns.find(({ key }) => key === order?.key)
  const shown = order && column?.sortBy ? sorted(rows, column.sortBy, order.descending) : rows
  const { chosen, toggle, toggleAll, clear } = useChosenRows(shown, keyOf)
  useEffect(() => {
    const element = body.current
    element?.addEventListener('keydown', moveBetweenRows)
    return () => element?.removeEventListener('keydown', moveBetweenRows)
  }, [])
  const look = isNarrow ? STACKED : TABLE
  // Safari takes a table whose parts are not laid out as one for no table at all.
  const as = (role: string) => (isNarrow ? { role } : {})
  const sortable = columns.filter(({ sortBy }) => sortBy)
  return (
    <div>
      <div className="relative overflow-clip rounded-card border border-line bg-surface">
        {isNarrow && sortable.length > 0 ? (
          <SortChoice columns={sortable} order={order} onOrder={setOrder} />
        ) : null}
        <table {...as('table')} className={look.table}>
          <caption className="sr-only">{label}</caption>
          <thead {...as('rowgroup')} className={look.head}>
            <tr {...as('row')} className={bulk || sortable.length > 0 ? look.headRow : look.noHeadRow}>
              {bulk ? (
                <th {...as('columnheader')} scope="col" className={look.boxHead}>
                  <RowBox
                    label={`Select all ${count(rows.length, 'row', 'rows')}`}
                    shownLabel={isNarrow ? 'All' : undefined}
                    checked={chosen.length > 0 && chosen.length === rows.length}
                    indeterminate={chosen.length > 0 && chosen.length < rows.length}
                    onClick={toggleAll}
                  />
                </th>
              ) : null}
              {columns.map((one) =>
                isNarrow ? (
                  <th key={one.key} {...as('columnheader')} scope="col" className="sr-only">
                    {one.label}
                  </th>
                ) : (
                  <ColumnHead key={one.key} column={one} order={order} onOrder={setOrder} />
                ),
              )}
            </tr>
          </thead>
          <tbody ref={body} {...as('rowgroup')} className={look.body}>
            {shown.map((row, index) => {
              const isChosen = chosen.includes(row)
              const override = renderRowOverride?.(row)
              if (override)
                return (
                  <tr key={keyOf(row)} {...as('row')} className={look.other}>
                    <td
                      {...as('cell')}
                      colSpan={columns.length + (bulk ? 1 : 0)}
                      className={isNarrow ? 'w-full' : CELL}
                    >
                      {override}
                    </td>
                  </tr>
                )
              return (
                <tr
                  key={keyOf(row)}
                  {...as('row')}
                  className={`group ${look.row} ${bulk ? look.rowWithBox : look.rowWithout}`}
                  {...(bulk ? { 'aria-selected': isChosen } : {})}
                >
                  {bulk ? (
                    <td {...as('cell')} className={look.box}>
                      <RowBox
                        label={`Select ${nameOf(row)}`}
                        checked={isChosen}
                        onClick={(event) => toggle(index, event.shiftKey)}
                      />
                    </td>
                  ) : null}
                  {columns.map((one, place) => (
                    <td
                      key={one.key}
                      {...as('cell')}
                      className={isNarrow ? stackedCell(one, place) : tableCell(one)}
                    >
                      {isNarrow && place > 0 && (one.stacked ?? 'labelled') === 'labelled' ? (
                        <span aria-hidden className="text-muted">
                          {one.label}
                        </span>
                      ) : null}
                      {one.cell(row)}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {bulk ? (
        <BulkBar size={chosen.length} onClear={clear}>
          {bulk(chosen, clear)}
        </BulkBar>
      ) : null}
    </div>
  )
}

const CELL =
  'h-11 border-t border-line py-1 group-first:border-t-0 group-hover:bg-raised group-aria-selected:bg-accent-soft'

const TABLE = {
  table: 'w-full border-separate border-spacing-0 text-14',
  head: '',
  headRow: '',
  noHeadRow: '',
  body: '',
  row: '',
  rowWithBox: '',
  rowWithout: '',
  other: 'group',
  boxHead: 'sticky top-(--header-height) z-20 w-11 border-b border-line bg-surface',
  box: `${CELL} w-11`,
} as const

const STACKED = {
  table: 'block text-14',
  head: 'block',
  headRow: 'flex min-h-12 items-center border-b border-line',
  noHeadRow: 'sr-only',
  boxHead: 'pl-0.5 font-normal',
  body: 'block divide-y divide-line',
  // What stands beside the controls begins a line with them.
  row: 'relative flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 pr-3 before:order-2 before:w-full aria-selected:bg-accent-soft',
  rowWithBox: 'pl-12',
  rowWithout: 'pl-4',
  box: 'absolute top-0.5 left-0.5',
  other: 'flex',
} as const

function tableCell<Row>({ align, stacked, className = '' }: Column<Row>): string {
  const side = stacked === 'controls' ? 'w-px pr-2' : align === 'end' ? 'text-right tabular-nums' : ''
  return `${CELL} px-2 first:pl-4 last:pr-4 ${side} ${className}`
}

function stackedCell<Row>({ stacked = 'labelled' }: Column<Row>, place: number): string {
  if (place === 0 || stacked === 'line') return 'w-full min-w-0 empty:hidden'
  if (stacked === 'controls') return 'order-3 -my-1 -mr-1.5 ml-auto'
  return `${stacked === 'beside' ? 'order-2' : 'order-1'} flex min-w-0 items-center gap-1.5 text-13 tabular-nums empty:hidden`
}
