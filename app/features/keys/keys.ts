// What the reader's keys do: they move the focus among discussions and posts, and press the buttons of the page.
import { OPENING_ANCHOR } from '#app/domain/replies/paging.ts'

const POSTS = `#main #${OPENING_ANCHOR}, #main .reply`
const TITLES = '#main li h3 a'

const PLACES: Readonly<Record<string, string>> = {
  'g h': '/',
  'g f': '/forums',
  'g l': '/latest',
  'g u': '/unread',
  'g n': '/notifications',
  'g b': '/bookmarks',
  'g c': '/chat',
}

/** @param key a letter, or `g` with the letter of a place */
export function act(key: string, navigate: (to: string) => unknown): void {
  const place = PLACES[key]
  if (place) navigate(place)
  else if (key === 'j') focusNext(1)
  else if (key === 'k') focusNext(-1)
  else if (key === 'o') titles()[indexOfFocus(titles())]?.click()
  else if (key === 'u')
    [...document.querySelectorAll<HTMLElement>('[aria-label="Breadcrumb"] a')].at(-1)?.click()
  else if (key === 'r') button('.sign-reply', postInFocus())?.click()
  else if (key === 'b') button('.sign-bookmark', postInFocus())?.click()
  else if (key === 'e') postInFocus()?.querySelector<HTMLElement>('button[aria-label^="Edit"]')?.click()
  else if (key === 'n') {
    const link = document.querySelector<HTMLElement>('#main a[href^="/new-discussion"]')
    if (link) link.click()
    else navigate('/new-discussion')
  }
}

const posts = () => [...document.querySelectorAll<HTMLElement>(POSTS)]
const titles = () => [...document.querySelectorAll<HTMLElement>(TITLES)]

const indexOfFocus = (items: readonly HTMLElement[]) =>
  items.findIndex((item) => item.contains(document.activeElement))

function postInFocus(): HTMLElement | undefined {
  const all = posts()
  return all[indexOfFocus(all)]
}

function button(selector: string, within: ParentNode = document): HTMLElement | null {
  return within.querySelector<HTMLElement>(`button${selector}`)
}

/** Moves the focus to the next post of a discussion, or title of a list; without one in focus, to the first on the screen. */
function focusNext(step: 1 | -1): void {
  const all = posts()
  const items = all.length > 0 ? all : titles()
  const current = indexOfFocus(items)
  const next = current < 0 ? items.find(isBelowTop) : items[current + step]
  if (!next) return
  if (!next.matches('a')) next.tabIndex = -1
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: next.matches('a') ? 'nearest' : 'start' })
}

function isBelowTop(item: HTMLElement): boolean {
  return item.getBoundingClientRect().bottom > 0
}
