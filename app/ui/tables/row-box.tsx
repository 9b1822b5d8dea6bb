// The box that chooses a row of a table, or all of them.
import { type MouseEvent, useEffect, useRef } from 'react'

type RowBoxProps = {
  label: string
  /** A shorter word beside the box, where there is room for one. */
  shownLabel?: string | undefined
  checked: boolean
  /** Some are chosen and some are not. */
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
          // The click tells whether shift was held, which a change does not.
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
