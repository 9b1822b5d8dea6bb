// What opens over a page when before-paint.js asks for it: a picture. Its code is loaded then.
import { type ReactNode, useEffect, useState } from 'react'

declare global {
  interface WindowEventMap {
    'open-over': CustomEvent<HTMLAnchorElement>
  }
}

export function Overlays() {
  const [overlay, show] = useState<ReactNode>(null)
  useEffect(() => {
    const open = ({ detail }: WindowEventMap['open-over']) =>
      import('#app/ui/overlays/lightbox.tsx').then(
        ({ default: Lightbox }) => show(<Lightbox opener={detail} onClose={() => show(null)} />),
        () => location.assign(detail.href),
      )
    addEventListener('open-over', open)
    return () => removeEventListener('open-over', open)
  }, [])
  return overlay
}
