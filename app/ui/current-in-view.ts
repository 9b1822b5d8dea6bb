// Scrolls a row of choices to the current one.
import { type RefObject, useEffect } from 'react'

/** Scrolls `row` so that `choice` is in its middle, as far as possible. */
export function putInMiddle(row: HTMLElement, choice: HTMLElement): void {
  row.scrollLeft = choice.offsetLeft - (row.clientWidth - choice.offsetWidth) / 2
}

/** Scrolls the row to its child number `current`. */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: number): void {
  useEffect(() => {
    const choice = row.current?.children[current]
    if (row.current && choice instanceof HTMLElement) putInMiddle(row.current, choice)
  }, [row, current])
}
