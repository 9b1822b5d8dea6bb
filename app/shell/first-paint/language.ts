// Who chose a language gets pages in it, whatever language the link was in that led here.
import { PREFIX } from '#shared/languages.ts'
import { LANGUAGE_KEY } from '#shared/page-contract.ts'
import { closestTo } from './page.ts'

const prefixOf = (path: string) => PREFIX.exec(path)?.[0] ?? ''

export function openInOwnLanguage(): void {
  const { pathname, search, hash } = location
  const here = prefixOf(pathname)
  try {
    const chosen = localStorage.getItem(LANGUAGE_KEY) ?? here
    if (chosen !== here && chosen === prefixOf(chosen))
      location.replace(((chosen + pathname.slice(here.length)).replace(/\/$/, '') || '/') + search + hash)
  } catch {
    // Without storage the address decides.
  }
  addEventListener(
    'click',
    ({ target }) => keepChoice(closestTo<HTMLAnchorElement>(target, 'a[hreflang]')),
    true,
  )
}

/** A link that says its language is the choice of it. */
function keepChoice(link: HTMLAnchorElement | null): void {
  try {
    if (link) localStorage.setItem(LANGUAGE_KEY, prefixOf(link.pathname))
  } catch {
    // The page opens all the same.
  }
}
