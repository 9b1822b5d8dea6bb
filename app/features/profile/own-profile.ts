// The member's own profile: reading, saving, and data exports.

import { NAME } from '#app/domain/categories/names.ts'
import { type Refusal, refusalOf } from '#app/platform/acts/refusal.ts'
import type { Client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import type { ProfileValues } from '#shared/schemas/members.ts'
import * as t from '#words/profile.ts'

const RECENT = 10

const UNAUTHENTICATED = 401
const PROFILE =
  'id, username, full_name, avatar_url, bio, user_level, is_staff, reputation, total_replies, joined_at, updated_at'

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof loadOwnProfile>>>
export type OwnThread = Awaited<ReturnType<typeof loadRecentThreads>>[number]

/** The profile of the member `id`; null while the row does not exist. */
export async function loadOwnProfile(client: Client, id: string) {
  const { data, error } = await client.from('profiles').select(PROFILE).eq('id', id).maybeSingle()
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** The number of the member's discussions; an error is logged and counts as 0 (SPEC.md section 8). */
export async function countThreads(client: Client, id: string): Promise<number> {
  const { count, error } = await client
    .from('threads')
    .select('id', { count: 'exact', head: true })
    .eq('author_id', id)
  if (error) console.warn('the discussions could not be counted', error.code)
  return count ?? 0
}

/** The member's discussions, newest first. */
export async function loadRecentThreads(client: Client, id: string) {
  const { data, error } = await client
    .from('threads')
    .select(
      `id, title, created_at, reply_count, is_hidden, state, category:forum_categories!threads_category_id_fkey(${NAME}, slug)`,
    )
    .eq('author_id', id)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(RECENT)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** The session ended before the save. */
export class SignedOut extends Error {}

/** The queries of an edit of the own profile, for `compareAndSwap`. */
export function profileEdit(client: Client, id: string, values: ProfileValues) {
  const rows = client.from('profiles')
  return {
    update: async (updatedAt: string) => {
      const { data, error, status } = await rows
        .update({
          username: values.username,
          full_name: values.fullName || null,
          bio: values.bio || null,
          updated_at: new Date().toISOString(),
        })
        .eq('id', id)
        .eq('updated_at', updatedAt)
        .select(PROFILE)
      // The session ended meanwhile.
      if (status === UNAUTHENTICATED) throw new SignedOut()
      if (error) throw apiError(error)
      return { data }
    },
    load: () => rows.select(PROFILE).eq('id', id).throwOnError(),
  }
}

/** The reason why a profile was not saved; `message` is null if the member cannot fix it. */
export function profileRefusal(error: unknown): Refusal | { constraint: null; message: null } {
  // A row that the policy hides from the update (of a banned member) causes no error.
  if (error instanceof NothingChanged) return { constraint: null, message: t.yourAccountMayNotChange }
  if (error instanceof SignedOut) return { constraint: null, message: t.mustBeAuthenticated }
  return refusalOf(error) ?? { constraint: null, message: null }
}

/** Saves or removes the picture. @returns false if the account may not */
export async function saveAvatar(client: Client, id: string, address: string | null): Promise<boolean> {
  const { data, error } = await client
    .from('profiles')
    .update({ avatar_url: address, updated_at: new Date().toISOString() })
    .eq('id', id)
    .select('id')
  if (error) throw new Error(error.message, { cause: error })
  return data.length === 1
}

/** The member's latest export; null if there is none. */
export async function latestExport(client: Client, userId: string) {
  const { data } = await client
    .from('data_exports')
    .select('id, state, requested_at, expires_at, bytes')
    .eq('user_id', userId)
    .order('requested_at', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Requests an export. @throws the API's error: PT429 within a day of the last one */
export async function requestExport(client: Client, userId: string): Promise<void> {
  await client.from('data_exports').insert({ user_id: userId }).throwOnError()
}

/** Downloads the zip. @throws if it does not exist any more */
export async function downloadExport(id: string): Promise<Blob> {
  // The client reads other types than JSON and CSV as text, which corrupts bytes.
  const answer = await memberFetch(`/rest/v1/rpc/data_export_file?export=${id}`, {
    headers: { accept: 'application/octet-stream' },
  })
  const file = await answer.blob()
  if (!answer.ok || file.size === 0) throw new Error(`the export could not be read: ${answer.status}`)
  return file
}
