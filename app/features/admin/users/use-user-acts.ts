// Administrators' acts on members, with the messages of SPEC.md section 8. A new level is an optimistic update that
// rolls back on an error.
import { act } from '#app/platform/acts/act.ts'
import { changeAll } from '#app/platform/acts/optimistic.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { type Toast, toast } from '#app/ui/feedback/toast.ts'
import type { Level } from '#shared/schemas/members.ts'
import * as t from '#words/admin.ts'
import { adminQueries } from '../query-options.ts'
import { banUser, setLevel, type User } from './queries.ts'

/** Gives members a level, and reads what shows it again: the list, the figures and the recent activity. */
async function giveLevel(
  users: readonly User[],
  level: Level,
  write: () => Promise<void>,
  failure: string,
  said: Toast,
): Promise<boolean> {
  const ids = idsOf(users)
  const queries = queryClient()
  const show = () =>
    queries.setQueriesData<User[]>({ queryKey: adminQueries.users }, (listed) =>
      listed?.map((user) => (ids.includes(user.id) ? { ...user, user_level: level } : user)),
    )
  const isDone = await act(`level ${ids.join()}`, () => changeAll(adminQueries.users, show, write), {
    done: () => toast(said),
    failed: failedTo(failure),
  })
  // A refused act may have changed some of the members.
  await queries.invalidateQueries({ queryKey: adminQueries.all })
  return isDone
}

/** @returns whether it succeeded; a failure shows a toast */
export function changeLevel(users: readonly User[], level: Level): Promise<boolean> {
  const to = (ones: readonly User[], wanted: Level, said: Toast) =>
    giveLevel(ones, wanted, async () => setLevel(await client(), idsOf(ones), wanted), 'update user', said)
  // A ban needs its reason again, so lifting one has no undo.
  const undo = async () => {
    for (const [before, ones] of Map.groupBy(users, ({ user_level }) => user_level))
      await to(ones, before as Level, { title: t.undone })
  }
  return to(users, level, {
    title: t.userUpdated,
    text: t.userLevelHasBeenUpdated,
    ...(users.some(({ user_level }) => user_level === 'Banned')
      ? {}
      : { action: { label: t.undo, onClick: () => void undo() } }),
  })
}

/** @returns whether it succeeded; a failure shows a toast */
export function ban(users: readonly User[], reason: string): Promise<boolean> {
  const write = async () => {
    const supabase = await client()
    for (const { id } of users) await banUser(supabase, id, reason)
  }
  return giveLevel(
    users,
    'Banned',
    write,
    'ban user',
    users.length === 1
      ? { title: t.userBanned, text: t.userHasBeenBannedSuccessfully }
      : { title: t.usersBanned(users.length), text: t.theyCanReadButNo },
  )
}

function idsOf(users: readonly User[]): string[] {
  return users.map(({ id }) => id)
}
