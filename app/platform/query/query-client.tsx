// How the browser keeps what it fetched (SPEC.md section 9): 3 retries with capped back-off, 5 minutes. What a guest
// reads asks for nothing, so the library comes with the first part that does (use-member-query.ts). What is asked, and
// under which key it is kept, is in the query-options.ts of each domain and feature.
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  isServer,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { type ComponentType, type FunctionComponent, useState } from 'react'
import { isTransient } from '#app/platform/supabase/transient.ts'

const RETRIES = 3
export const KEPT_MS = 5 * 60 * 1_000
/** For what a click waits for: offline it fails at once, and the click says so. */
export const AT_ONCE = { networkMode: 'always', retry: false } as const
const LONGEST_WAIT_MS = 30_000

let ofThisPage: QueryClient | null = null

/** The one client of this browser's page; on the server one for each rendering, which shares nothing. */
export function queryClient(): QueryClient {
  if (isServer) return createQueryClient()
  if (!ofThisPage) {
    ofThisPage = createQueryClient()
    // Hears of a connection that is back, also where no provider is around.
    ofThisPage.mount()
  }
  return ofThisPage
}

/** Watches one query without a component of the library. */
export function observe<Data>(options: QueryObserverOptions<Data>): QueryObserver<Data> {
  return new QueryObserver<Data>(queryClient(), options)
}

/** Gives `Part`, a page or what is loaded on demand, with the page's one query client around it. */
export function withQueries<Props extends object>(Part: ComponentType<Props>): FunctionComponent<Props> {
  return function WithQueries(props: Props) {
    const [client] = useState(queryClient)
    return (
      <QueryClientProvider client={client}>
        <Part {...props} />
      </QueryClientProvider>
    )
  }
}

/**
 * Reads anew what a write may have changed. TanStack Query cancels a read that is on its way only if an earlier one
 * was answered; a first read may have begun before the write, and its answer would stay on the screen.
 */
class PageQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const affected = new Set(this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
    await this.cancelQueries({ predicate: (query) => affected.has(query) && query.state.data === undefined })
    await super.invalidateQueries(filters, options)
  }
}

export function createQueryClient(): QueryClient {
  return new PageQueryClient({
    defaultOptions: {
      queries: {
        // A refusal stays one, and each try counts against the member's limits.
        retry: (failed, error) => failed < RETRIES && isTransient(error),
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, LONGEST_WAIT_MS),
        // On the server a timer would keep the whole rendered page for as long; there the client goes with its page.
        gcTime: isServer ? Number.POSITIVE_INFINITY : KEPT_MS,
        refetchOnWindowFocus: false,
      },
      mutations: {
        // Offline an act fails at once and is said and taken back, instead of waiting without a word.
        networkMode: 'always',
      },
    },
  })
}
