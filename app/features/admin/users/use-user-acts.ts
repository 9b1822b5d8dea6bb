// What an administrator does to members, with the words of SPEC.md section 8. The list shows a new level at once and
// takes it back when it was refused.

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { adminQueries } from '../query-options.ts'
import { banUser, type Level, setLevel, type User } from './queries.ts'

/** @returns each resolves to whether it was done; what was not has been said */
export function useUserActs() {
  const queries = useQueryClient()
  const show = useCallback(
    (ids: readonly string[], level: Level) =>
      queries.setQueriesData<User[]>({ queryKey: adminQueries.users }, (users) =>
        users?.map((user) => (ids.includes(user.id) ? { ...user, user_level: level } : user)),
      ),
    [queries],
  )

  const attempt = useCallback(
    async (ids: readonly string[], level: Level, act: () => Promise<void>, said: Said): Promise<boolean> => {
      await queries.cancelQueries({ queryKey: adminQueries.users })
      const before = queries.getQueriesData<User[]>({ queryKey: adminQueries.users })
      show(ids, level)
      try {
        await act()
      } catch (error) {
        for (const [key, users] of before) queries.setQueryData(key, users)
        console.warn(said.failure, error)
        toast({ title: 'Error', text: `${said.failure}: ${messageOf(error)}`, variant: 'destructive' })
        return false
      }
      toast(said.success)
      // The list, the figures and the latest activity all tell of it.
      await queries.invalidateQueries({ queryKey: adminQueries.all })
      return true
    },
    [queries, show],
  )

  return {
    level: useCallback(
      (ids: readonly string[], level: Level) =>
        attempt(ids, level, async () => setLevel(await client(), ids, level), {
          failure: 'Failed to update user',
          success: { title: 'User updated', text: 'User level has been updated successfully.' },
        }),
      [attempt],
    ),
    ban: useCallback(
      (id: string, reason: string) =>
        attempt([id], 'Banned', async () => banUser(await client(), id, reason), {
          failure: 'Failed to ban user',
          success: { title: 'User banned', text: 'User has been banned successfully.' },
        }),
      [attempt],
    ),
  }
}

type Said = { failure: string; success: { title: string; text: string } }

/** What the contract or the network said. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
