// Administrators' acts on members, with the messages of SPEC.md section 8. A new level is an optimistic update that
// rolls back on an error.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '#app/platform/session/session.ts'
import { type Toast, toast, toastFailure } from '#app/ui/feedback/toast.ts'
import type { Level } from '#shared/schemas/members.ts'
import { adminQueries } from '../query-options.ts'
import { banUser, setLevel, type User } from './queries.ts'

type Act = {
  ids: readonly string[]
  level: Level
  run: () => Promise<void>
  failure: string
  success: Toast
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
    onSuccess: async (_done, { success }) => {
      toast(success)
    },
    // The list, the figures and the recent activity all depend on it. A refused act may have changed some of the members.
    onSettled: () => queries.invalidateQueries({ queryKey: adminQueries.all }),
  })
  return useMemo(() => {
    const attempt = (act: Act) =>
      mutateAsync(act).then(
        () => true,
        () => false,
      )
    return {
      level: (users: readonly User[], level: Level) => {
        const to = (ids: readonly string[], wanted: Level, success: Toast) =>
          attempt({
            ids,
            level: wanted,
            run: async () => setLevel(await client(), ids, wanted),
            failure: 'Failed to update user',
            success,
          })
        // A ban needs its reason again, so lifting one has no undo.
        const undo = async () => {
          for (const [before, ones] of Map.groupBy(users, ({ user_level }) => user_level))
            await to(idsOf(ones), before as Level, { title: 'Undone' })
        }
        return to(idsOf(users), level, {
          title: 'User updated',
          text: 'User level has been updated successfully.',
          ...(users.some(({ user_level }) => user_level === 'Banned')
            ? {}
            : { action: { label: 'Undo', onClick: () => void undo() } }),
        })
      },
      ban: (users: readonly User[], reason: string) =>
        attempt({
          ids: idsOf(users),
          level: 'Banned',
          run: async () => {
            const supabase = await client()
            for (const { id } of users) await banUser(supabase, id, reason)
          },
          failure: 'Failed to ban user',
          success:
            users.length === 1
              ? { title: 'User banned', text: 'User has been banned successfully.' }
              : { title: `${users.length} users banned`, text: 'They can read, but no longer post.' },
        }),
    }
  }, [mutateAsync])
}

function idsOf(users: readonly User[]): string[] {
  return users.map(({ id }) => id)
}

/** The message of the API or the network. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
