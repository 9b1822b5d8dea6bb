// Selection of rows: checkboxes of rows and of the whole table, and the bar of bulk actions.
import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { count } from '#shared/format.ts'
import * as t from '#words/ui-more.ts'
import { Button } from '../forms/button.tsx'

type RowBoxProps = {
  label: string
  /** A shorter label beside the checkbox, where there is room. */
  shownLabel?: string | undefined
  checked: boolean
  /** Some rows are selected and some are not. */
  indeterminate?: boolean
  onClick: (event: MouseEvent) => void
}

export function RowBox({ label, shownLabel, checked, indeterminate = false, onClick }: RowBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className="flex min-h-11 cursor-pointer items-center">
      <span className="flex size-11 items-center justify-center">
        <input
          ref={box}
          type="checkbox"
          checked={checked}
          // The click event tells whether shift was held; the change event does not.
          onChange={() => undefined}
          onClick={onClick}
          className="size-4.5 cursor-pointer accent-(--accent)"
        />
      </span>
      <span className="sr-only">{label}</span>
      {shownLabel ? (
        <span aria-hidden className="text-13 text-muted">
          {shownLabel}
        </span>
      ) : null}
    </label>
  )
}

type BulkBarProps = { size: number; onClear: () => void; children: ReactNode }

/** At the bottom of the screen while rows are selected. */
export function BulkBar({ size, onClear, children }: BulkBarProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {size > 0 ? t.selected(count(size, t.row, t.rows)) : ''}
      </p>
      {size > 0 ? (
        <div className="sticky bottom-[calc(var(--bottom-bar-height)+12px)] z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-2 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 text-14 shadow-float max-sm:w-full max-sm:px-3 sm:bottom-4">
          <span className="font-medium tabular-nums">{t.selected(size)}</span>
          <div className="flex gap-2 max-sm:order-1 max-sm:w-full max-sm:gap-1.5 max-sm:*:grow max-sm:[&>button]:px-2">
            {children}
          </div>
          <Button variant="quiet" size="small" className="max-sm:ml-auto" onClick={onClear}>
            <X size={16} aria-hidden />
            {t.clear}
          </Button>
        </div>
      ) : null}
    </>
  )
}
