// `queryOptions` of what is read from the contract as whoever is at this browser, and `useMutation` for what a click does.
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
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

/** While one call runs, another does nothing. @returns the call, and whether one runs */
export function useWrite<Data, Variables = void, Failure = Error>(
  options: UseMutationOptions<Data, Failure, Variables>,
): readonly [(variables: Variables) => void, boolean] {
  const { mutate, isPending } = useMutation(options)
  const isRunning = useRef(false)
  const write = (variables: Variables) => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(variables, {
      onSettled: () => {
        isRunning.current = false
      },
    })
  }
  return [write, isPending]
}
