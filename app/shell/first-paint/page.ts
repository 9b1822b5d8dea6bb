// The page as the inline script finds it.
import { DEFERRED_TYPE, ROOT_HYDRATED, ROOT_SESSION } from '#shared/page-contract.ts'

export const root = document.documentElement

/**
 * The oldest browsers that the modules support (Chrome 125, Firefox 125, Safari 17.4). Older ones behave like browsers
 * without JavaScript: all pages can be read, and forms with an address work.
 */
export const isCurrent =
  'groupBy' in Map && 'Segmenter' in Intl && 'canParse' in URL && 'timeout' in AbortSignal

export const isMember = () => root.hasAttribute(ROOT_SESSION)
export const isHydrated = () => root.hasAttribute(ROOT_HYDRATED)

/** The page's module script while hydration is deferred; null on a page that is hydrated at once. */
export const deferredModules = () =>
  document.querySelector<HTMLScriptElement>(`script[type="${DEFERRED_TYPE}"]`)

/** Ends the listeners of a page that is not hydrated: it is, or cannot be. */
export const waiting = new AbortController()

export const metaContent = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** The closest element around the target of an event, itself included. */
export const closestTo = <Found extends HTMLElement>(target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<Found>(selector) : null
