// Administrators' queries and mutations of members (SPEC.md section 7, profiles and user_roles).

import type { Client } from '#app/platform/session/session.ts'
import { containing, quoted } from '#app/platform/supabase/like.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'
import { type Cell, toCsv } from '#app/platform/text/csv.ts'
import type { Level } from '#shared/schemas/members.ts'
import * as t from '#words/admin.ts'

/** Rows of an admin list (SPEC.md section 9). */
const LISTED = 50
/** The most rows that the API returns at once. */
const AT_ONCE = 1_000

const COLUMNS =
  'id, username, full_name, avatar_url, bio, user_level, total_posts, total_replies, reputation, joined_at, last_active, roles:user_roles!user_roles_user_id_fkey(role)'

/** The newest members, without deleted ones, whose username or full name contains `search`; '' finds all. */
export async function listUsers(client: Client, search: string) {
  const { data } = await matching(client, search).limit(LISTED).throwOnError()
  return data
}

export type User = Awaited<ReturnType<typeof listUsers>>[number]

/** All members that `search` finds, for an export. */
export async function listAllUsers(client: Client, search: string): Promise<User[]> {
  const all: User[] = []
  for (let from = 0; ; from += AT_ONCE) {
    const { data } = await matching(client, search)
      .range(from, from + AT_ONCE - 1)
      .throwOnError()
    all.push(...data)
    if (data.length < AT_ONCE) return all
  }
}

function matching(client: Client, search: string) {
  const query = client.from('profiles').select(COLUMNS).eq('is_deleted', false)
  const pattern = quoted(containing(search.trim()))
  const found =
    search.trim() === '' ? query : query.or(`username.ilike.${pattern},full_name.ilike.${pattern}`)
  return found.order('created_at', { ascending: false }).order('id')
}

/** Sets the level of members. @throws the API's error */
export async function setLevel(client: Client, ids: readonly string[], level: Level): Promise<void> {
  const { data } = await client
    .from('profiles')
    .update({ user_level: level })
    .in('id', [...ids])
    .select('id')
    .throwOnError()
  assertChanged(data, ids.length)
}

/** @throws the API's error */
export async function banUser(client: Client, id: string, reason: string): Promise<void> {
  await client.rpc('ban_member', { member: id, reason }).throwOnError()
}

export type UserChange = { username: string; fullName: string; bio: string; removeAvatar: boolean }

/** Replaces a member's profile texts. @throws the API's error */
export async function moderateProfile(
  client: Client,
  id: string,
  { username, fullName, bio, removeAvatar }: UserChange,
  reason: string,
): Promise<void> {
  await client
    .rpc('moderate_profile', {
      member: id,
      username,
      full_name: fullName,
      bio,
      reason,
      remove_avatar: removeAvatar,
    })
    .throwOnError()
}

/** Grants or revokes the administrator role. @throws the API's error: the last administrator stays one */
export async function setAdmin(client: Client, id: string, isAdmin: boolean): Promise<void> {
  const roles = client.from('user_roles')
  if (isAdmin) await roles.insert({ user_id: id, role: 'admin' }).throwOnError()
  else await roles.delete().eq('user_id', id).eq('role', 'admin').throwOnError()
}

/** Logs that a list was exported. @throws the API's error */
export async function noteExport(client: Client, size: number): Promise<void> {
  await client.rpc('note_export', { list: 'profiles', size }).throwOnError()
}

/** E-mail addresses are private: administrators see their own, and 'N/A' for all others (SPEC.md section 3). */
export function emailOf(user: { id: string }, self: { userId: string; email: string }): string {
  return user.id === self.userId ? self.email : 'N/A'
}

const CSV_COLUMNS = [
  ...['Username', t.fullName, 'Email', 'Level', 'Role', 'Posts', 'Replies', 'Reputation'],
  ...['Joined', t.lastActive],
]

/** @param self the administrator, the only one with a known address */
export function usersAsCsv(users: readonly User[], self: { userId: string; email: string }): string {
  return toCsv(
    CSV_COLUMNS,
    users.map((user): Cell[] => [
      ...[user.username, user.full_name, emailOf(user, self), user.user_level],
      ...[user.roles.some(({ role }) => role === 'admin') ? 'admin' : null],
      ...[user.total_posts, user.total_replies, user.reputation, user.joined_at, user.last_active],
    ]),
  )
}
