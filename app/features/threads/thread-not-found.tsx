// No discussion at this address. A member may see what a guest may not (an own one that was hidden), so the
// contract is asked once more, as them.
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '#app/lib/session.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/states.tsx'

export function ThreadNotFound({ category }: { category: string }) {
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
      <title>Discussion not found</title>
      <h1 className="text-28">Discussion not found</h1>
      <p className="mx-auto mt-2 max-w-prose text-muted">
        The address may have a typing mistake, or the discussion has been deleted.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <ButtonLink to={`/forums/${category}`}>Back to the forum</ButtonLink>
        <ButtonLink to="/forums" look="secondary">
          Browse all forums
        </ButtonLink>
      </div>
    </div>
  )
}

export function LoadingThread() {
  return (
    <div className="page py-8">
      <p aria-hidden className="mb-4 text-muted">
        Loading discussion...
      </p>
      <Skeleton label="Loading discussion..." rows={5} />
    </div>
  )
}
