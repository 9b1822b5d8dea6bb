// What opens over a page when before-paint.js asks for it: a picture, or the card of a member. Its code is loaded then.
import { type ReactNode, useEffect, useState } from 'react'

declare global {
  interface WindowEventMap {
    'open-over': CustomEvent<HTMLAnchorElement>
  }
}

export function Overlays() {
  const [overlay, show] = useState<ReactNode>(null)
  useEffect(() => {
    const open = ({ detail: opener }: WindowEventMap['open-over']) => {
      const isPicture = opener.matches('.picture')
      const over = isPicture
        ? import('#app/ui/overlays/lightbox.tsx')
        : import('#app/features/member-card/member-card.tsx')
      over.then(
        ({ default: Over }) => show(<Over key={opener.href} opener={opener} onClose={() => show(null)} />),
        () => isPicture && location.assign(opener.href),
      )
    }
    addEventListener('open-over', open)
    return () => removeEventListener('open-over', open)
  }, [])
  return overlay
}
