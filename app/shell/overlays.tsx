// What opens over a page when the inline script asks for it (first-paint/overlays.ts): a picture, or the card of a member. Its code is loaded then.
import { type ReactNode, useEffect, useState } from 'react'
import { OPEN_OVER_EVENT, PICTURES } from '#shared/page-contract.ts'

export function Overlays() {
  const [overlay, show] = useState<ReactNode>(null)
  useEffect(() => {
    const open = ({ detail: opener }: WindowEventMap[typeof OPEN_OVER_EVENT]) => {
      const isPicture = opener.matches(PICTURES)
      const over = isPicture
        ? import('#app/ui/overlays/lightbox.tsx')
        : import('#app/features/member-card/member-card.tsx')
      over.then(
        ({ default: Over }) => show(<Over key={opener.href} opener={opener} onClose={() => show(null)} />),
        () => isPicture && location.assign(opener.href),
      )
    }
    addEventListener(OPEN_OVER_EVENT, open)
    return () => removeEventListener(OPEN_OVER_EVENT, open)
  }, [])
  return overlay
}
