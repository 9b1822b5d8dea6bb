// What the reader's keys do: they move the focus among discussions and posts, and press the buttons of the page.
import { ACT, type Act, CRUMBS, MAIN, NEW_DISCUSSION_LINKS, POSTS, TITLES } from '#shared/page-contract.ts'

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
  else if (key === 'u') {
    if (!backToList()) all(CRUMBS).at(-1)?.click()
  } else if (key === 'Escape') backToList()
  else if (key === 'r') button('reply', postInFocus())?.click()
  else if (key === 'b') button('bookmark', postInFocus())?.click()
  else if (key === 'e') button('edit', postInFocus() ?? null)?.click()
  else if (key === 'n') {
    const link = document.querySelector<HTMLElement>(NEW_DISCUSSION_LINKS)
    if (link) link.click()
    else navigate('/new-discussion')
  }
}

/** Lists of discussions, which `u` leads back to. */
const LISTS = /^\/(?:(?:latest|new|unread|trending|search|bookmarks|forums\/[^/]+|tags\/[^/]+)\/?)?$/
const LONGEST_WAIT_MS = 3_000
const LOOK_MS = 50

/** Goes back to the list from which the reader came to this discussion. @returns whether there is one */
function backToList(): boolean {
  const { navigation } = window
  const here = navigation?.currentEntry?.index ?? 0
  // Other pages of the same discussion are in between.
  const before = navigation
    ?.entries()
    .findLast(({ url, index }) => index < here && pathOf(url) !== location.pathname)
  if (posts().length === 0 || !before || !LISTS.test(pathOf(before.url))) return false
  navigation.traverseTo(before.key)
  return true
}

const pathOf = (url: string | null) => (url ? new URL(url).pathname : '')

/** After the way back to a list, by whatever button or key: focuses the row of the discussion that was left. */
export async function focusLeftRow(left: string): Promise<void> {
  if (!LISTS.test(location.pathname)) return
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const row = titles().find((title) => title instanceof HTMLAnchorElement && pathOf(title.href) === left)
    // A new page begins at its top (shell/frame.tsx); whoever has moved on already is left alone.
    if (!row || document.activeElement?.id !== MAIN) continue
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
    return
  }
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const posts = () => all(POSTS)
const titles = () => all(TITLES)

const indexOfFocus = (items: readonly HTMLElement[]) =>
  items.findIndex((item) => item.contains(document.activeElement))

function postInFocus(): HTMLElement | undefined {
  const found = posts()
  return found[indexOfFocus(found)]
}

/** The first button within `within` that does `act`. */
const button = (act: Act, within: ParentNode | null = document) =>
  within?.querySelector<HTMLElement>(`button[${ACT}=${act}]`)

/** Moves the focus to the next post of a discussion, or title of a list; without one in focus, to the first on the screen. */
function focusNext(step: 1 | -1): void {
  const found = posts()
  const items = found.length > 0 ? found : titles()
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
