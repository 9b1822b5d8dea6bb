// `useMutation` for what a click does: a double click is one act.
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

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
