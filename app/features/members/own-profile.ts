// A member's own profile: reading it with what it counts, and saving what the member may change.
import { type Refusal, refusalOf } from '#app/lib/refusal.ts'
import type { Client } from '#app/lib/session.ts'
import type { ProfileValues } from './profile-rules.ts'

const RECENT = 10
const UNAUTHENTICATED = 401

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof loadOwnProfile>>>
export type OwnThread = Awaited<ReturnType<typeof loadRecentThreads>>[number]

/** The profile of the member `id`; null while there is no row yet. */
export async function loadOwnProfile(client: Client, id: string) {
  const { data, error } = await client
    .from('profiles')
    .select('id, username, full_name, avatar_url, bio, user_level, reputation, total_replies, joined_at')
    .eq('id', id)
    .maybeSingle()
  if (error) throw new Error(error.message)
  return data
}

/** How many discussions the member started; an error is logged and reads as 0 (SPEC.md section 8). */
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
      'id, title, created_at, reply_count, is_hidden, category:forum_categories!threads_category_id_fkey(name, slug)',
    )
    .eq('author_id', id)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(RECENT)
  if (error) throw new Error(error.message)
  return data
}

/** Saves what the member may change. @returns why not, or null; `message` is null when the fault is not theirs */
export async function saveProfile(
  client: Client,
  id: string,
  values: ProfileValues,
): Promise<Refusal | { constraint: null; message: null } | null> {
  const { data, error, status } = await client
    .from('profiles')
    .update({
      username: values.username,
      full_name: values.fullName || null,
      bio: values.bio || null,
      updated_at: new Date().toISOString(),
    })
    .eq('id', id)
    .select('id')
  if (error) {
    console.warn('profile was not saved', error.code, error.message)
    // The session ended meanwhile.
    if (status === UNAUTHENTICATED) return { constraint: null, message: 'Must be authenticated' }
    return refusalOf(error) ?? { constraint: null, message: null }
  }
  // A row that the policy hides from the update (a banned member's own) is no error of the contract.
  return data.length === 1 ? null : { constraint: null, message: 'Your account may not change its profile.' }
}

/** Shows another face, or none. @returns false when the account may not */
export async function saveAvatar(client: Client, id: string, address: string | null): Promise<boolean> {
  const { data, error } = await client
    .from('profiles')
    .update({ avatar_url: address, updated_at: new Date().toISOString() })
    .eq('id', id)
    .select('id')
  if (error) throw new Error(error.message)
  return data.length === 1
}
