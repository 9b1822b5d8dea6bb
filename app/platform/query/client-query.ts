// `queryOptions` for reads from the API as the visitor.
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type Client, client } from '#app/platform/session/session.ts'

/** A read that uses `signal` is aborted when no component needs it any more. */
type Read<Data> = (client: Client, context: { signal: AbortSignal }) => Promise<Data>

export function clientQuery<Data>(queryKey: QueryKey, read: Read<Data>) {
  return queryOptions({ queryKey, queryFn: async (context) => read(await client(), context) })
}

/** The previous rows stay visible while the next page, filter or search is loading. */
export function listQuery<Data>(queryKey: QueryKey, read: Read<Data>) {
  return queryOptions({ ...clientQuery(queryKey, read), placeholderData: keepPreviousData })
}
