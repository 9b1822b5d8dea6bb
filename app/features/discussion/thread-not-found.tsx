// No discussion at this address. A member may see one that a guest cannot (an own, hidden one), so the browser requests
// it again as the member.
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '#app/platform/session/session.ts'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/discussion-more.ts'

type ThreadNotFoundProps = {
  /** The slug of the address, if it has one. */
  category: string | null
  /** It existed, and was deleted permanently. */
  isDeleted: boolean
}

export default function ThreadNotFound({ category, isDeleted }: ThreadNotFoundProps) {
  const { status } = useSession()
  const { revalidate, state } = useRevalidator()
  const asked = useRef(false)
  useEffect(() => {
    if (status !== 'member' || asked.current) return
    asked.current = true
    void revalidate()
  }, [status, revalidate])
  if (state === 'loading') return <LoadingThread />
  return (
    <div className="page py-20 text-center">
      <title>{t.discussionNotFound}</title>
      <h1 className="text-28">{t.discussionNotFound}</h1>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted">
        {isDeleted ? t.itWasDeletedWithAll : t.theAddressMayBeMistyped}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {category ? <ButtonLink to={`/forums/${category}`}>{t.backToTheForum}</ButtonLink> : null}
        <ButtonLink to="/forums" variant={category ? 'secondary' : 'primary'}>
          {t.browseAllForums}
        </ButtonLink>
      </div>
    </div>
  )
}

export function LoadingThread() {
  return (
    <div className="page py-8">
      <p aria-hidden className="mb-4 text-muted">
        {t.loadingDiscussion}
      </p>
      <Skeleton label={t.loadingDiscussion} rows={5} />
    </div>
  )
}
