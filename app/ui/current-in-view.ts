// A row of choices that scrolls sideways begins where the one in force is.
import { type RefObject, useEffect } from 'react'

/** Puts the child number `current` into the middle of the row, as far as the row goes. */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: number): void {
  useEffect(() => {
    const choice = row.current?.children[current]
    if (row.current && choice instanceof HTMLElement)
      row.current.scrollLeft = choice.offsetLeft - (row.current.clientWidth - choice.offsetWidth) / 2
  }, [row, current])
}
