// Loads the member's own profile for the page of it and for its settings: while it is loaded, while its row is missing,
// and when it cannot be loaded.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import * as t from '#words/profile.ts'
import type { OwnProfile } from './own-profile.ts'
import { MOST_ASKED, profileQueries } from './query-options.ts'

type OwnProfileGateProps = {
  userId: string
  /** @param refresh loads what is shown of the member again */
  children: (profile: OwnProfile, refresh: () => Promise<void>) => ReactNode
}

export function OwnProfileGate({ userId, children }: OwnProfileGateProps) {
  const queries = useQueryClient()
  const options = profileQueries.own(userId)
  const profile = useQuery(options)
  const asked = queries.getQueryState(options.queryKey)?.dataUpdateCount ?? 0
  if (profile.isError)
    return <Failed message={t.yourProfileCouldNotBe} onRetry={() => void profile.refetch()} />
  if (profile.isPending) return <LoadingProfile />
  if (profile.data === null && asked >= MOST_ASKED)
    return (
      <Failed
        message={t.yourProfileCouldNotBe2}
        onRetry={() => {
          queries.removeQueries(options)
          void profile.refetch()
        }}
      />
    )
  if (profile.data === null) return <LoadingProfile text={t.settingUpYourProfile} />
  return children(profile.data, () => queries.invalidateQueries({ queryKey: memberQueries.of(userId) }))
}

export function LoadingProfile({ text }: { text?: string }) {
  return (
    <div>
      {text ? <p className="mb-3 text-15 text-muted">{text}</p> : null}
      <Skeleton label={text ?? t.loadingYourProfile} rows={2} bar="h-48 last:h-36" />
    </div>
  )
}
