// `useQuery` for pages that guests read: only a member's browser loads the query library and the options.
import type { QueryClient, QueryObserver, QueryObserverOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '#app/platform/session/session.ts'

/** The page's query client, loaded on first use. */
export async function openQueries(): Promise<QueryClient> {
  return (await import('./query-client.tsx')).queryClient()
}

type Result<Data> = {
  /** Undefined until it is loaded, and for a guest. */
  data: Data | undefined
  /** Null unless the last attempt failed, with its retries. */
  error: unknown
}

const NOTHING = { data: undefined, error: null }

/**
 * The result of a member's query, and `retry` for after an error.
 * @param optionsFor loads the query's options; null sends no query
 * @param dependencies of the options. With loader data among them, the query is sent again after a reload
 */
export function useMemberQuery<Data>(
  // biome-ignore lint/suspicious/noExplicitAny: the types of a key and of a placeholder are the options' own
  optionsFor: ((userId: string) => Promise<QueryObserverOptions<Data, Error, Data, Data, any>>) | null,
  dependencies: readonly unknown[],
): Result<Data> & { retry: () => void } {
  const session = useSession()
  const userId = session.status === 'member' ? session.userId : null
  const [result, setResult] = useState<Result<Data>>(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const observer = useRef<QueryObserver<Data>>(null)

  // Another member must not see the previous member's data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the member decides
  useEffect(() => {
    return () => {
      observer.current?.destroy()
      observer.current = null
      setResult(NOTHING)
    }
  }, [userId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what it depends on
  useEffect(() => {
    if (userId === null || !optionsFor) return
    let isLatest = true
    const take = ({ data, error }: Result<Data>) =>
      setResult((before) => (before.data === data && before.error === error ? before : { data, error }))
    Promise.all([import('./query-client.tsx'), optionsFor(userId)])
      .then(([{ observe }, options]) => {
        if (!isLatest) return
        if (observer.current) {
          observer.current.setOptions(options)
          void observer.current.refetch({ cancelRefetch: false })
        } else {
          observer.current = observe(options)
          observer.current.subscribe(take)
          take(observer.current.getCurrentResult())
        }
      })
      .catch((error: unknown) => {
        console.warn('what is personal did not load', error)
        if (isLatest) setResult(({ data }) => ({ data, error }))
      })
    return () => {
      isLatest = false
    }
  }, [userId, attempt, ...dependencies])

  return {
    ...(userId === null || !optionsFor ? NOTHING : result),
    retry: () => setAttempt((before) => before + 1),
  }
}
