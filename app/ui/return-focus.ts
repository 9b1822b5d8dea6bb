// The focus is never lost: when an element goes that has it, it moves to where the reader was.
import { type RefObject, useLayoutEffect } from 'react'
import { focusItem } from './focus-item.ts'

/** What a reader takes for one thing. */
const ITEM = 'li, article, section, form, dialog, main'

/** For an element that is shown for a while, such as a form in the place of a text. */
export function useReturnFocus(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    const opener = document.activeElement
    return () => {
      if (!element?.contains(document.activeElement)) return
      const places = [...(opener instanceof HTMLElement ? [opener] : []), ...placesAround(element)]
      // After the commit: what remains of them is known then.
      queueMicrotask(() => focusFirst(places))
    }
  }, [ref])
}

/** The things around `element`, nearest first; instead of an item of a list that goes as well, the next one. */
function placesAround(element: HTMLElement): HTMLElement[] {
  const places: HTMLElement[] = []
  for (let at = element.parentElement?.closest<HTMLElement>(ITEM); at; at = nextAround(at)) {
    places.push(at)
    for (const beside of [at.nextElementSibling, at.previousElementSibling])
      if (at.matches('li') && beside instanceof HTMLElement) places.push(beside)
  }
  return places
}

function nextAround(element: HTMLElement): HTMLElement | null | undefined {
  return element.parentElement?.closest<HTMLElement>(ITEM)
}

function focusFirst(places: readonly HTMLElement[]): void {
  // Something else has taken it already.
  if (document.activeElement !== document.body) return
  const place = places.find((one) => one !== document.body && one.isConnected && one.checkVisibility())
  if (place) focusItem(place, { preventScroll: place.matches('main') })
}
