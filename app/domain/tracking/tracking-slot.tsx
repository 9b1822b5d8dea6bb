// The place of the control on the page of a category or a tag. It has its width from the first paint, so that nothing moves
// when it is loaded; a guest has no such place.
import { Suspense } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import type { TrackingProps } from './tracking-button.tsx'

const TrackingButton = lazyOptional(() => import('./tracking-button.tsx'))

export function TrackingSlot({ className, ...props }: Omit<TrackingProps, 'userId'> & { className: string }) {
  const session = useSession()
  return (
    <div className="member-only">
      <div className={className}>
        {session.status === 'member' ? (
          <Suspense key={session.userId}>
            <TrackingButton {...props} userId={session.userId} />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
