// `useQuery` for pages that guests read: only a member's browser loads the library that asks and keeps.
import type { QueryClient, QueryKey, QueryObserver } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

export type MemberQuery<Data> = {
  queryKey: QueryKey
  queryFn: () => Promise<Data>
  staleTime?: number
}

type Watched<Data> = MemberQuery<Data> & {
  /** False for a guest. */
  enabled: boolean
  /** What to show of the answer before while the next one is on its way; nothing when left out. */
  placeholderData?: (before: Data | undefined) => Data | undefined
}

/** The page's query client, loaded on first need. */
export async function openQueries(): Promise<QueryClient> {
  return (await import('./query-client.ts')).queryClient()
}

/** The answer to what is asked for a member; undefined until it is there, and for a guest. */
export function useMemberQuery<Data>({
  enabled,
  placeholderData,
  ...query
}: Watched<Data>): Data | undefined {
  const key = JSON.stringify(query.queryKey)
  const [shown, setShown] = useState<{ key: string; data: Data | undefined }>()
  const observer = useRef<QueryObserver<Data>>(null)
  const latest = useRef<MemberQuery<Data>>(query)
  latest.current = query

  useEffect(() => {
    if (!enabled) return
    let isHere = true
    let leave = () => {}
    import('./query-client.ts')
      .then(({ observe }) => {
        if (!isHere) return
        const watched = observe<Data>(latest.current)
        const show = () => {
          const { data, isPending } = watched.getCurrentResult()
          // What is still asked for leaves the answer before in its place, for `placeholderData`.
          if (!isPending) setShown({ key: JSON.stringify(watched.options.queryKey), data })
        }
        observer.current = watched
        leave = watched.subscribe(show)
        show()
      })
      .catch((error: unknown) => console.warn('what is personal did not load', error))
    return () => {
      isHere = false
      observer.current = null
      leave()
      setShown(undefined)
    }
  }, [enabled])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another question
  useEffect(() => observer.current?.setOptions(latest.current), [key])

  if (!enabled) return undefined
  return shown?.key === key ? shown.data : placeholderData?.(shown?.data)
}
