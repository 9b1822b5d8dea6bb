// Optimistic updates: what is pressed is shown before the server answers, and taken back if it refuses. Only for modules
// that load TanStack Query.
import type { DefaultError, FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { AT_ONCE, isLoadingMore, queryClient } from '#app/platform/query/query-client.tsx'

/**
 * Changes what one query holds.
 * @param to the data after the change
 * @param write sends it
 * @returns the data before
 * @throws the error of `write`, after the data are as before
 */
export async function change<Data, Key extends QueryKey>(
  query: FetchQueryOptions<Data, DefaultError, Data, Key>,
  to: (before: Data) => Data,
  write: (wanted: Data) => Promise<unknown>,
): Promise<Data> {
  const queries = queryClient()
  const { queryKey } = query
  // The press may come before the current state is loaded.
  const before = await queries.ensureQueryData({ ...query, ...AT_ONCE })
  const wanted = to(before)
  // A response that is on its way does not include this press.
  await queries.cancelQueries({ queryKey })
  const shown = queries.setQueryData<Data>(queryKey, () => wanted)
  try {
    await write(wanted)
  } catch (error) {
    queries.setQueryData<Data>(queryKey, () => before)
    throw error
  } finally {
    // Neither does a response to a read that began before the change was stored; it may have come already.
    if (queries.isFetching({ queryKey }) > 0 || queries.getQueryData(queryKey) !== shown)
      void queries.invalidateQueries({ queryKey })
  }
  return before
}

/**
 * Changes what several queries hold, and reads them again. A further page that is being loaded arrives all the same.
 * @param queryKey the beginning of their keys
 * @param show changes their data
 * @throws the error of `write`, after the data are as before
 */
export async function changeAll(
  queryKey: QueryKey,
  show: () => void,
  write: () => Promise<unknown>,
): Promise<void> {
  const queries = queryClient()
  await queries.cancelQueries({ queryKey, predicate: (query) => !isLoadingMore(query) })
  const before = queries.getQueriesData({ queryKey })
  show()
  try {
    await write()
  } catch (error) {
    for (const [key, data] of before) queries.setQueryData(key, data)
    throw error
  } finally {
    void queries.invalidateQueries({ queryKey })
  }
}
