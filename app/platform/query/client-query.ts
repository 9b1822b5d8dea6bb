// `queryOptions` for reads from the API as the visitor, and `useMutation` for clicks.
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'
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

/** Ignores calls while one is running. @returns the call, and whether one is running */
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
