// Loads the stored version of a post when its edit opens: a page may be old, and what a translator or another extension
// made of its text is not what its author wrote.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import * as t from '#words/discussion-more.ts'
import { discussionQueries } from './query-options.ts'

type StoredVersionProps<Version> = {
  postId: string
  load: (client: Client) => PromiseLike<{ data: Version[] }>
  children: (version: Version) => ReactNode
}

/** Within `withQueries`. */
export function StoredVersion<Version>({ postId, load, children }: StoredVersionProps<Version>) {
  const { data, isError, refetch } = useQuery(discussionQueries.storedVersion(postId, load))
  if (isError) return <Failed message={t.theTextCouldNotBe} onRetry={() => void refetch()} />
  if (!data) return <Skeleton label={t.loadingTheText} rows={1} bar="h-61" />
  return children(data)
}
