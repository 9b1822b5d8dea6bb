// What can be done with the chosen rows of a table, at the lower edge of the screen while some are.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { count } from '#shared/format.ts'
import { Button } from '../forms/button.tsx'

type BulkBarProps = { size: number; onClear: () => void; children: ReactNode }

export function BulkBar({ size, onClear, children }: BulkBarProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {size > 0 ? `${count(size, 'row', 'rows')} selected` : ''}
      </p>
      {size > 0 ? (
        <div className="sticky bottom-[calc(var(--bottom-bar-height)+12px)] z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-x-2 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 text-14 shadow-float max-sm:w-full max-sm:px-3 sm:bottom-4">
          <span className="font-medium tabular-nums">{size} selected</span>
          <div className="flex gap-2 max-sm:order-1 max-sm:w-full max-sm:gap-1.5 max-sm:*:grow max-sm:[&>button]:px-2">
            {children}
          </div>
          <Button variant="quiet" size="small" className="max-sm:ml-auto" onClick={onClear}>
            <X size={16} aria-hidden />
            Clear
          </Button>
        </div>
      ) : null}
    </>
  )
}
