// The line at the top of each page of a member under a sanction. Its code is loaded for them alone.
import { Suspense } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'

const SanctionLine = lazyOptional(() => import('./sanction-line.tsx'))

export function SanctionNotice() {
  const session = useSession()
  const sanction = session.status === 'member' ? session.sanction : null
  const isOver = sanction?.ends_at && Date.parse(sanction.ends_at) <= Date.now()
  return sanction && !isOver ? (
    <Suspense>
      <SanctionLine sanction={sanction} />
    </Suspense>
  ) : null
}
