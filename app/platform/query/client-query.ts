// `queryOptions` of what is read from the contract as whoever is at this browser.
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type Client, client } from '#app/platform/session/session.ts'

/** Who takes the `signal` is cut off as soon as nobody waits for the answer any more. */
type Read<Data> = (client: Client, context: { signal: AbortSignal }) => Promise<Data>

export function clientQuery<Data>(queryKey: QueryKey, read: Read<Data>) {
  return queryOptions({ queryKey, queryFn: async (context) => read(await client(), context) })
}

/** What stays in its place while the next page, filter or search of it is on its way. */
export function listQuery<Data>(queryKey: QueryKey, read: Read<Data>) {
  return queryOptions({ ...clientQuery(queryKey, read), placeholderData: keepPreviousData })
}
