// The place of the buttons that watch and mute on the page of a category or a tag. It has its width from the first paint, so that
// nothing moves when they are loaded; a guest has no such place.
import { Suspense } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import type { Subject } from './queries.ts'

const MuteButton = lazyOptional(() => import('#app/domain/mutes/mute-button.tsx'))
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
      <div className="flex h-11 w-42 items-center gap-1">
        {session.status === 'member' ? (
          <Suspense key={session.userId}>
            <WatchButton {...props} userId={session.userId} />
            <MuteButton {...props} userId={session.userId} terse />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}
