// The browser's query cache (SPEC.md section 9): 3 retries with capped backoff, 5 minutes. Guests' pages send no
// queries, so the library is loaded with the first component that does (use-member-query.ts). Queries and keys are in
// the query-options.ts of each domain and feature.
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  isServer,
  type Query,
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'
import { type ComponentType, type FunctionComponent, useContext, useState } from 'react'
import { isTransient } from '#app/platform/supabase/transient.ts'

const RETRIES = 3
export const KEPT_MS = 5 * 60 * 1_000
/** For what a click waits for: it fails at once when offline, and the click reports it. */
export const AT_ONCE = { networkMode: 'always', retry: false } as const
const LONGEST_WAIT_MS = 30_000

let ofThisPage: QueryClient | null = null

/** The browser's single client; on the server a new one for each rendering, which shares nothing. */
export function queryClient(): QueryClient {
  if (isServer) return createQueryClient()
  if (!ofThisPage) {
    ofThisPage = createQueryClient()
    // Listens for reconnection, also without a mounted provider.
    ofThisPage.mount()
  }
  return ofThisPage
}

/**
 * Observes one query without a component of the library.
 * @param observer of the query before, which is sent again with the new options
 * @param take gets each result
 */
export function observe<Data>(
  options: QueryObserverOptions<Data>,
  observer: QueryObserver<Data> | null,
  take: (result: QueryObserverResult<Data>) => void,
): QueryObserver<Data> {
  if (observer) {
    observer.setOptions(options)
    void observer.refetch({ cancelRefetch: false })
    return observer
  }
  const created = new QueryObserver<Data>(queryClient(), options)
  created.subscribe(take)
  take(created.getCurrentResult())
  return created
}

/** Wraps `Part`, a page or a lazily loaded component, in the page's query client. */
export function withQueries<Props extends object>(Part: ComponentType<Props>): FunctionComponent<Props> {
  return function WithQueries(props: Props) {
    // On the server, the one with what was read for the page.
    const around = useContext(QueryClientContext)
    const [client] = useState(around ?? queryClient)
    return (
      <QueryClientProvider client={client}>
        <Part {...props} />
      </QueryClientProvider>
    )
  }
}

/**
 * Refreshes what a write may have changed. TanStack Query cancels a running read only if an earlier one succeeded; a
 * first read may have started before the write, and its stale result would stay on the screen. A further page that is
 * being loaded is awaited, because nobody would ask for it again.
 */
class PageQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const affected = new Set(this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
    await this.cancelQueries({ predicate: (query) => affected.has(query) && query.state.data === undefined })
    await Promise.allSettled([...affected].filter(isLoadingMore).map(({ promise }) => promise))
    await super.invalidateQueries(filters, options)
  }
}

/** Whether a further page of a list is being loaded, as a press asked for. */
export function isLoadingMore({ state }: Query): boolean {
  return state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined
}

export function createQueryClient(): QueryClient {
  return new PageQueryClient({
    defaultOptions: {
      queries: {
        // Refusals are permanent, and each retry counts against the member's rate limits.
        retry: (failed, error) => failed < RETRIES && isTransient(error),
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, LONGEST_WAIT_MS),
        // On the server a timer would keep the rendered page in memory for as long; there the client is
        // garbage-collected with its page.
        gcTime: isServer ? Number.POSITIVE_INFINITY : KEPT_MS,
        refetchOnWindowFocus: false,
      },
      mutations: {
        // Mutations fail at once when offline, and roll back with a message, instead of waiting silently.
        networkMode: 'always',
      },
    },
  })
}
