// The chat on the front page: the messages of the page, replaced by live ones once the page is hydrated and the panel
// visible.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as t from '#words/chat.ts'
import type { PreviewProps } from './live-preview.tsx'
import { PreviewRows } from './preview-rows.tsx'

export function ChatPreview({ loaded, limit }: PreviewProps) {
  const panel = useRef<HTMLDivElement>(null)
  const [Live, setLive] = useState<ComponentType<PreviewProps> | null>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watcher.disconnect()
      import('./live-preview.tsx').then(
        ({ default: live }) => setLive(() => live),
        // Offline: the messages of the page stay.
        () => undefined,
      )
    })
    if (panel.current) watcher.observe(panel.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={panel}>
      {Live ? (
        <Live loaded={loaded} limit={limit} />
      ) : (
        <>
          <p className="mb-3 min-h-6 text-14 text-muted">{loaded.length > 0 ? t.latestMessages : ''}</p>
          <PreviewRows messages={loaded} />
        </>
      )}
      <p className="mt-1 -mb-2.5 sm:mt-3 sm:mb-0">
        <Link
          to="/chat"
          className="inline-flex min-h-11 items-center text-14 font-medium text-accent hover:underline sm:min-h-0"
        >
          {t.joinTheLiveChat}
        </Link>
      </p>
    </div>
  )
}
