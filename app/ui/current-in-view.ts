// A row of choices that scrolls sideways begins where the one in force is.
import { type RefObject, useEffect } from 'react'

/** Puts `choice` into the middle of the `row` that it stands in, as far as the row goes. */
export function putInMiddle(row: HTMLElement, choice: HTMLElement): void {
  row.scrollLeft = choice.offsetLeft - (row.clientWidth - choice.offsetWidth) / 2
}

/** Puts the child number `current` into the middle of the row. */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: number): void {
  useEffect(() => {
    const choice = row.current?.children[current]
    if (row.current && choice instanceof HTMLElement) putInMiddle(row.current, choice)
  }, [row, current])
}
