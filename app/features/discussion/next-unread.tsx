// At the end of a discussion: the way to the next one that is unread or new. Loaded for members only.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ownReadQueries } from '#app/domain/threads/own-reads.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Link } from '#app/ui/link.tsx'
import { languageOf } from '#shared/language-of.ts'
import { threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion-more.ts'

/** Asked for when the end is nearly in view: most visits do not come so far. */
const NEAR = '0px 0px 600px'

export default withQueries(function NextUnread({ userId, threadId }: { userId: string; threadId: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const { data: next } = useQuery({ ...ownReadQueries.next(userId, threadId), enabled: isNear })
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear((before) => before || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEAR },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="mt-6 min-h-14">
      {next ? (
        <Link
          to={threadPath(next)}
          className="group flex min-h-14 items-center gap-3 rounded-card border border-line px-4 py-2 hover:bg-surface"
        >
          <span className="min-w-0 grow">
            <span className="block text-13 text-muted">
              {next.isNew ? t.continueToTheNextNew : t.continueToTheNextUnread} · {next.category.name}
            </span>
            <span
              lang={languageOf(next.title)}
              dir="auto"
              className="line-clamp-2 text-15 leading-5 font-semibold group-hover:text-accent"
            >
              {next.title}
            </span>
          </span>
          <ArrowRight size={18} aria-hidden className="shrink-0 text-muted" />
        </Link>
      ) : next === null ? (
        <p className="py-2 text-14 text-muted">
          {t.everythingIsReadLinkLatest((text) => (
            <Link to="/latest" className="text-accent underline underline-offset-2">
              {text}
            </Link>
          ))}
        </p>
      ) : null}
    </div>
  )
})
