// The place of the watch button on the page of a category or a tag. It has its width from the first paint, so that
// nothing moves when the button is loaded; a guest has no such place.
import { Suspense } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import type { Subject } from './queries.ts'

const WatchButton = lazyOptional(() => import('./watch-button.tsx'))

type SlotProps = {
  subject: Subject
  /** The name of the category or tag. */
  name: string
}

export function WatchSlot(props: SlotProps) {
  const session = useSession()
  return (
    <div className="member-only">
      <div className="h-11 w-30">
        {session.status === 'member' ? (
          <Suspense>
            <WatchButton {...props} userId={session.userId} key={session.userId} />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
