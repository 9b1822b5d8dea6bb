// A dense table with a sticky head, sortable columns and bulk actions on selected rows. From any control, the up and
// down arrows move to the same control of the next row; shift-click selects a range. On narrow screens the cells of a
// row are stacked, so that nothing is cut or scrolls horizontally.
import { type Cell, type ColumnDef, type Row, useTable } from '@tanstack/react-table'
import { type ReactNode, useEffect, useRef } from 'react'
import { useIsNarrow } from '#app/ui/use-is-narrow.ts'
import { count } from '#shared/format.ts'
import * as t from '#words/ui-more.ts'
import { ColumnHead, SortChoice } from './column-head.tsx'
import { type ColumnMeta, type Features, features, labelOf } from './columns.ts'
import { BulkBar, RowBox } from './row-selection.tsx'

/** Compares digits as numbers, and ignores case. */
const COLLATOR = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

type DataTableProps<Data extends object> = {
  /** The label of the table for screen readers. */
  label: string
  // biome-ignore lint/suspicious/noExplicitAny: each column has values of its own type
  columns: readonly ColumnDef<Features, Data, any>[]
  rows: readonly Data[]
  keyOf: (row: Data) => string
  /** The name of a row, for its checkbox. */
  nameOf: (row: Data) => string
  /** Actions on the selected rows; without them rows cannot be selected. */
  bulk?: (chosen: readonly Data[], clear: () => void) => ReactNode
  /** Replaces the cells of a row while it is edited; null for the other rows. */
  renderRowOverride?: (row: Data) => ReactNode
}

export function DataTable<Data extends object>({
  label,
  columns,
  rows: data,
  keyOf,
  nameOf,
  bulk,
  renderRowOverride,
}: DataTableProps<Data>) {
  const isNarrow = useIsNarrow()
  const body = useRef<HTMLTableSectionElement>(null)
  const table = useTable({
    features,
    columns,
    data,
    getRowId: keyOf,
    enableMultiSort: false,
    sortDescFirst: false,
    defaultColumn: { sortFn: compareValues, sortUndefined: 'last' },
  })
  const { rows } = table.getRowModel()
  const chosen = rows.filter((row) => row.getIsSelected()).map(({ original }) => original)
  const headers = table.getHeaderGroups().flatMap((group) => group.headers)
  const sortable = headers.map(({ column }) => column).filter((column) => column.getCanSort())
  const clear = () => table.resetRowSelection(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that has left the list is chosen no more
  useEffect(() => {
    table.setRowSelection((old) => {
      const { rowsById } = table.getCoreRowModel()
      return Object.fromEntries(Object.entries(old).filter(([id]) => rowsById[id]))
    })
  }, [data])
  useEffect(() => {
    const element = body.current
    element?.addEventListener('keydown', moveBetweenRows)
    return () => element?.removeEventListener('keydown', moveBetweenRows)
  }, [])
  const look = isNarrow ? STACKED : TABLE
  // Safari does not treat a table with other display types as a table, so the roles are explicit.
  const as = (role: string) => (isNarrow ? { role } : {})
  return (
    <div>
      <div className="relative overflow-clip rounded-card border border-line bg-surface">
        {isNarrow && sortable.length > 0 ? (
          <SortChoice columns={sortable} onClear={table.resetSorting} />
        ) : null}
        <table {...as('table')} className={look.table}>
          <caption className="sr-only">{label}</caption>
          <thead {...as('rowgroup')} className={look.head}>
            <tr {...as('row')} className={bulk || sortable.length > 0 ? look.headRow : look.noHeadRow}>
              {bulk ? (
                <th {...as('columnheader')} scope="col" className={look.boxHead}>
                  <RowBox
                    label={t.selectAll(count(rows.length, t.row, t.rows))}
                    shownLabel={isNarrow ? t.all : undefined}
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={chosen.length > 0 && !table.getIsAllRowsSelected()}
                    onClick={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              ) : null}
              {headers.map(({ id, column }) =>
                isNarrow ? (
                  <th key={id} {...as('columnheader')} scope="col" className="sr-only">
                    {labelOf(column)}
                  </th>
                ) : (
                  <ColumnHead key={id} column={column} />
                ),
              )}
            </tr>
          </thead>
          <tbody ref={body} {...as('rowgroup')} className={look.body}>
            {rows.map((row) => {
              const override = renderRowOverride?.(row.original)
              if (override)
                return (
                  <tr key={row.id} {...as('row')} className={look.other}>
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
                  key={row.id}
                  {...as('row')}
                  className={`group ${look.row} ${bulk ? look.rowWithBox : look.rowWithout}`}
                  {...(bulk ? { 'aria-selected': row.getIsSelected() } : {})}
                >
                  {bulk ? (
                    <td {...as('cell')} className={look.box}>
                      <RowBox
                        label={t.select(nameOf(row.original))}
                        checked={row.getIsSelected()}
                        onClick={row.getToggleSelectedHandler()}
                      />
                    </td>
                  ) : null}
                  {row.getAllCells().map((cell, place) => {
                    const { meta = {} } = cell.column.columnDef
                    return (
                      <td
                        key={cell.id}
                        {...as('cell')}
                        className={isNarrow ? stackedCell(meta, place) : tableCell(meta)}
                      >
                        {isNarrow && place > 0 && !meta.stacked ? (
                          <span aria-hidden className="text-muted">
                            {labelOf(cell.column)}
                          </span>
                        ) : null}
                        {contentOf(cell)}
                      </td>
                    )
                  })}
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

/** A function, not a component: new column definitions would remount the cells and lose the focus. */
function contentOf<Data extends object>(cell: Cell<Features, Data>): ReactNode {
  const template = cell.column.columnDef.cell
  return typeof template === 'function' ? template(cell.getContext()) : template
}

function compareValues<Data extends object>(
  one: Row<Features, Data>,
  other: Row<Features, Data>,
  id: string,
) {
  const [a, b] = [one.getValue(id), other.getValue(id)]
  return typeof a === 'number' && typeof b === 'number' ? a - b : COLLATOR.compare(String(a), String(b))
}

const CONTROLS = 'a[href], button:not(:disabled), input, select'

/**
 * Up and down move to the same control of the next row. Controls that use arrow keys themselves (selects, text fields)
 * keep them.
 */
function moveBetweenRows(event: KeyboardEvent): void {
  const next = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  const control = event.target
  if (!(event.key in next) || !(control instanceof HTMLElement)) return
  if (control.matches('select, input:not([type=checkbox])')) return
  const cell = control.closest('td')
  if (!cell) return
  const side = next[event.key as keyof typeof next]
  const place = [...cell.querySelectorAll(CONTROLS)].indexOf(control)
  for (let row = cell.closest('tr')?.[side]; row instanceof HTMLTableRowElement; row = row[side]) {
    const controls = row.cells[cell.cellIndex]?.querySelectorAll<HTMLElement>(CONTROLS)
    const found = controls?.[Math.min(place, controls.length - 1)]
    if (!found) continue
    event.preventDefault()
    found.focus()
    return
  }
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
  // Cells beside the controls share a line with them.
  row: 'relative flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 pr-3 before:order-2 before:w-full aria-selected:bg-accent-soft',
  rowWithBox: 'pl-12',
  rowWithout: 'pl-4',
  box: 'absolute top-0.5 left-0.5',
  other: 'flex',
} as const

function tableCell({ align, stacked, className = '' }: ColumnMeta): string {
  const side = stacked === 'controls' ? 'w-px pr-2' : align === 'end' ? 'text-right tabular-nums' : ''
  return `${CELL} px-2 first:pl-4 last:pr-4 ${side} ${className}`
}

function stackedCell({ stacked }: ColumnMeta, place: number): string {
  if (place === 0 || stacked === 'line') return 'w-full min-w-0 empty:hidden'
  if (stacked === 'controls') return 'order-3 -my-1 -mr-1.5 ml-auto'
  return `${stacked === 'beside' ? 'order-2' : 'order-1'} flex min-w-0 items-center gap-1.5 text-13 tabular-nums empty:hidden`
}
