// Administrators' acts on members, with the messages of SPEC.md section 8. A new level is an optimistic update that
// rolls back on an error.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '#app/platform/session/session.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import type { Level } from '#shared/schemas/members.ts'
import { adminQueries } from '../query-options.ts'
import { banUser, setLevel, type User } from './queries.ts'

type Act = {
  ids: readonly string[]
  level: Level
  run: () => Promise<void>
  failure: string
  success: string[]
}

/** @returns functions that resolve to whether it succeeded; failures show a toast */
export function useUserActs() {
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ run }: Act) => run(),
    onMutate: async ({ ids, level }) => {
      const lists = { queryKey: adminQueries.users }
      await queries.cancelQueries(lists)
      const before = queries.getQueriesData<User[]>(lists)
      queries.setQueriesData<User[]>(lists, (users) =>
        users?.map((user) => (ids.includes(user.id) ? { ...user, user_level: level } : user)),
      )
      return before
    },
    onError: (error, { failure }, before) => {
      for (const [key, users] of before ?? []) queries.setQueryData(key, users)
      console.warn(failure, error)
      toastFailure('Error', `${failure}: ${messageOf(error)}`)
    },
    onSuccess: async (_done, { success: [title = '', text = ''] }) => {
      toast({ title, text })
      // The list, the figures and the recent activity all depend on it.
      await queries.invalidateQueries({ queryKey: adminQueries.all })
    },
  })
  return useMemo(() => {
    const attempt = (act: Act) =>
      mutateAsync(act).then(
        () => true,
        () => false,
      )
    return {
      level: (ids: readonly string[], level: Level) =>
        attempt({
          ids,
          level,
          run: async () => setLevel(await client(), ids, level),
          failure: 'Failed to update user',
          success: ['User updated', 'User level has been updated successfully.'],
        }),
      ban: (id: string, reason: string) =>
        attempt({
          ids: [id],
          level: 'Banned',
          run: async () => banUser(await client(), id, reason),
          failure: 'Failed to ban user',
          success: ['User banned', 'User has been banned successfully.'],
        }),
    }
  }, [mutateAsync])
}

/** The message of the API or the network. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
