// A dense table: its head stays in sight, columns sort, rows can be chosen and acted on together. From any control
// the up and down arrows go to the same control of the next row; shift chooses everything up to a box.
import { ArrowDown, ArrowUp, ChevronsUpDown, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { count } from '#app/lib/format.ts'
import { Button } from './button.tsx'
import { moveBetweenRows } from './row-keys.ts'
import { type Order, sorted } from './sorted.ts'

export type Column<Row> = {
  key: string
  label: string
  /** The label is read but not shown. */
  hiddenLabel?: boolean
  cell: (row: Row) => ReactNode
  /** What the rows are put in order by under this head; left out where no order makes sense. */
  sortBy?: (row: Row) => string | number | null
  /** Figures stand at the right. */
  align?: 'start' | 'end'
  /** The last column stays in sight where the table is wider than its box, and the screen has room for it. */
  stays?: boolean
  className?: string
}

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
}

export function DataTable<Row>({ label, columns, rows, keyOf, nameOf, bulk }: DataTableProps<Row>) {
  const [order, setOrder] = useState<Order | null>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const column = columns.find(({ key }) => key === order?.key)
  const shown = order && column?.sortBy ? sorted(rows, column.sortBy, order.descending) : rows
  const { chosen, toggle, toggleAll, clear } = useChosen(shown, keyOf)
  // Without a control to tab to, the keyboard could not scroll it: the box itself is one then.
  const hasControls = bulk !== undefined || columns.some(({ sortBy }) => sortBy)
  useEffect(() => {
    const element = body.current
    element?.addEventListener('keydown', moveBetweenRows)
    return () => element?.removeEventListener('keydown', moveBetweenRows)
  }, [])
  return (
    <div>
      <div
        className="relative max-h-[72dvh] overflow-auto rounded-card border border-line bg-surface"
        {...(hasControls ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        <table className="w-full border-separate border-spacing-0 text-14">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              {bulk ? (
                <th scope="col" className={`${HEAD} w-11`}>
                  <Box
                    label={`Select all ${count(rows.length, 'row', 'rows')}`}
                    checked={chosen.length > 0 && chosen.length === rows.length}
                    partly={chosen.length > 0 && chosen.length < rows.length}
                    onClick={toggleAll}
                  />
                </th>
              ) : null}
              {columns.map((one) => (
                <Head key={one.key} column={one} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {shown.map((row, index) => {
              const isChosen = chosen.includes(row)
              return (
                <tr key={keyOf(row)} className="group" {...(bulk ? { 'aria-selected': isChosen } : {})}>
                  {bulk ? (
                    <td className={CELL}>
                      <Box
                        label={`Select ${nameOf(row)}`}
                        checked={isChosen}
                        onClick={(event) => toggle(index, event.shiftKey)}
                      />
                    </td>
                  ) : null}
                  {columns.map(({ key, cell, align, stays, className = '' }, place) => (
                    <td
                      key={key}
                      className={`${CELL} px-2 ${align === 'end' ? 'text-right tabular-nums' : ''} ${place === 0 ? FIRST : ''} ${stays ? `${LAST} z-10 bg-surface` : ''} ${className}`}
                    >
                      {cell(row)}
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

const HEAD =
  'sticky top-0 z-20 h-11 border-b border-line bg-surface text-left text-13 font-medium whitespace-nowrap text-muted'
const CELL =
  'h-11 border-t border-line py-1 group-first:border-t-0 group-hover:bg-raised group-aria-selected:bg-accent-soft'
/** On narrow screens the table is wider than its box: what a row is about stays. */
const FIRST = 'max-lg:sticky max-lg:left-0 max-lg:z-10 max-lg:bg-surface'
const LAST = 'lg:sticky lg:right-0'

function Head<Row>({
  column: { key, label, hiddenLabel, sortBy, align, stays, className = '' },
  order,
  onOrder,
}: {
  column: Column<Row>
  order: Order | null
  onOrder: (order: Order | null) => void
}) {
  const mine = order?.key === key ? order : null
  const text = <span className={hiddenLabel ? 'sr-only' : ''}>{label}</span>
  const place = `${HEAD} px-2 ${align === 'end' ? 'text-right' : ''} ${stays ? 'lg:right-0 lg:z-30' : ''} ${className}`
  if (!sortBy)
    return (
      <th scope="col" className={place}>
        {text}
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
        {text}
        <Sign size={14} aria-hidden className={mine ? '' : 'opacity-50'} />
      </button>
    </th>
  )
}

function ariaSort(order: Order | null): 'ascending' | 'descending' | 'none' {
  if (!order) return 'none'
  return order.descending ? 'descending' : 'ascending'
}

function Box({
  label,
  checked,
  partly = false,
  onClick,
}: {
  label: string
  checked: boolean
  partly?: boolean
  onClick: (event: MouseEvent) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly
  }, [partly])
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        // The click tells whether shift was held, which a change does not.
        onChange={() => undefined}
        onClick={onClick}
        className="size-4.5 cursor-pointer accent-(--accent)"
      />
    </label>
  )
}

/** What can be done with the chosen rows, at the lower edge of the screen while some are. */
function BulkBar({ size, onClear, children }: { size: number; onClear: () => void; children: ReactNode }) {
  return (
    <>
      <p role="status" className="sr-only">
        {size > 0 ? `${count(size, 'row', 'rows')} selected` : ''}
      </p>
      {size > 0 ? (
        <div className="sticky bottom-[calc(var(--bottom-bar-height)+12px)] z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 text-14 shadow-float sm:bottom-4">
          <span className="font-medium tabular-nums">{size} selected</span>
          {children}
          <Button look="quiet" size="small" onClick={onClear}>
            <X size={16} aria-hidden />
            Clear
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Which rows are chosen. One that has left the list is chosen no more. */
function useChosen<Row>(shown: readonly Row[], keyOf: (row: Row) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const last = useRef(0)
  const chosen = shown.filter((row) => keys.has(keyOf(row)))
  const clear = () => setKeys(new Set())
  return {
    chosen,
    clear,
    toggle: (index: number, isRange: boolean) => {
      const row = shown[index]
      if (!row) return
      const next = new Set(chosen.map(keyOf))
      const choose = !next.has(keyOf(row))
      const from = isRange ? Math.min(last.current, index) : index
      const to = isRange ? Math.max(last.current, index) : index
      for (const one of shown.slice(from, to + 1)) {
        if (choose) next.add(keyOf(one))
        else next.delete(keyOf(one))
      }
      last.current = index
      setKeys(next)
    },
    toggleAll: () => (chosen.length === shown.length ? clear() : setKeys(new Set(shown.map(keyOf)))),
  }
}
