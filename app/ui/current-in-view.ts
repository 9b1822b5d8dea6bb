// Scrolls a row of choices to the current one, and to the focused one.
import { type FocusEvent, type RefObject, useEffect } from 'react'

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

/**
 * The `onFocus` of such a row: browsers do not scroll to a choice of which some pixels are seen at the edge. Not on a press,
 * which would miss the choice that moves.
 */
export function putFocusedInMiddle({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (target instanceof HTMLElement && target.matches(':focus-visible')) putInMiddle(currentTarget, target)
}
