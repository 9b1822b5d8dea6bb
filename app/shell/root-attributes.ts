// The document's element carries what was decided before the first paint (before-paint.js): the theme, whether there is
// a script, a session, the notice. When the error page takes the place of the whole page, React makes the document
// anew and drops them; they are put back before anybody sees it.
import { createContext, useContext, useLayoutEffect } from 'react'

let kept: Attr[] = []

/** For the component that is around every page. */
export function useRootAttributes(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    for (const { name, value } of kept) root.setAttribute(name, value)
    return () => {
      kept = [...root.attributes].filter(({ name }) => name.startsWith('data-'))
    }
  }, [])
}

/**
 * The mark of the inline scripts that a rendering writes itself (server/pages/policy.ts). There is none in the
 * browser.
 */
export const Nonce = createContext<string | undefined>(undefined)

/** What the server's log lines of this page are found by. */
export const RequestId = createContext('')

/** '' in the browser, which keeps what the server wrote. */
export const useRequestId = import.meta.env.SSR ? () => useContext(RequestId) : () => ''
