// The place of the first rows of a member's page, as the server has rendered them (app/shell/first-paint/member.ts): they
// are shown instead of the placeholder in `children`, and are gone when that is (app/styles/app.css).
import { createContext, type ReactNode, useEffect, useRef, useState } from 'react'
import { AWAITS_ROWS, FIRST_ROWS } from '#shared/page-contract.ts'

/** False while what is rendered may be hidden behind the first rows: nothing in it can have the focus. */
export const RowsShown = createContext(true)

export function FirstRows({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const own = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = own.current
    if (!element) return
    const observer = new MutationObserver(() => {
      if (element.querySelector(`[${AWAITS_ROWS}]`)) return
      place.current?.replaceChildren()
      setOver(true)
      observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <>
      {/* Another hand fills it, so React compares nothing in it. */}
      <div
        ref={place}
        id={FIRST_ROWS}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; the inline script fills it with what this site rendered
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <div ref={own}>
        <RowsShown value={isOver}>{children}</RowsShown>
      </div>
    </>
  )
}
