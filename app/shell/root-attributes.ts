// Attributes of <html> that were set before the first paint (first-paint/attributes.ts): theme, JavaScript, session, notice. If
// the error page replaces the whole page, React creates a new <html> without them; they are restored before it is
// painted.
import { createContext, useContext, useLayoutEffect } from 'react'

let kept: Attr[] = []

/** For the component around every page. */
export function useRootAttributes(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    for (const { name, value } of kept) root.setAttribute(name, value)
    return () => {
      kept = [...root.attributes].filter(({ name }) => name.startsWith('data-'))
    }
  }, [])
}

/** The nonce of inline scripts that a rendering writes (server/pages/policy.ts). The browser has none. */
export const Nonce = createContext<string | undefined>(undefined)

/** The id of the page's request in the server's log. */
export const RequestId = createContext('')

/** '' in the browser, where hydration keeps the server's value. */
export const useRequestId = import.meta.env.SSR ? () => useContext(RequestId) : () => ''
