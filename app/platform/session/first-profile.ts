// The member's profile at the beginning of a session. SPEC.md section 4: if no profile row exists, one is created.
import type { User } from '@supabase/supabase-js'
import { begunClient } from '#app/platform/query/begun-read.ts'
import { USERNAME } from '#shared/limits.ts'
import { askMe } from './me.ts'
import { type Client, currentSession, type Profile, type Sanction, setSession } from './session.ts'

const COLUMNS = 'id, username, full_name, avatar_url, user_level'

/**
 * The profile and rights of the member at the beginning of a session.
 * `profile` is created if missing; null if that failed, 'unreadable' if reading failed. Whose rights cannot be read counts
 * as no administrator (SPEC.md section 6). Errors are logged.
 */
export async function firstProfile(
  client: Client,
  user: User,
): Promise<{ profile: Profile | 'unreadable' | null; isAdmin: boolean; sanction: Sanction | null }> {
  try {
    const me = await askMe(client, user.id)
    return { profile: me.profile ?? (await made(client, user)), isAdmin: me.is_admin, sanction: me.sanction }
  } catch (error) {
    console.warn('Failed to verify user profile', error)
    return { profile: 'unreadable', isAdmin: false, sanction: null }
  }
}

/** Confirms the stored session with what came with the first rows, before the official client is loaded. */
export async function confirmEarly(userId: string): Promise<void> {
  const reader = begunClient()
  const me = reader && (await askMe(reader, userId).catch(() => null))
  const known = currentSession()
  if (!me?.profile || known.status !== 'member' || known.userId !== userId || known.settled) return
  setSession({ ...known, profile: me.profile, isAdmin: me.is_admin, sanction: me.sanction, settled: true })
}

/** @throws Error if it cannot be read whether there is one */
async function verified(client: Client, id: string): Promise<Profile | null> {
  const { data, error } = await client.from('profiles').select(COLUMNS).eq('id', id).maybeSingle()
  if (error) throw new Error('Failed to verify user profile', { cause: error })
  return data
}

async function made(client: Client, user: User): Promise<Profile | null> {
  const given: { username?: string; full_name?: string; avatar_url?: string } = user.user_metadata
  for (const username of usernamesToTry(given.username, user.email)) {
    const { data, error } = await client
      .from('profiles')
      .insert({
        id: user.id,
        username,
        full_name: given.full_name || null,
        avatar_url: given.avatar_url || null,
      })
      .select(COLUMNS)
      .single()
    if (data) return data
    console.warn(`Failed to create user profile: ${error.message}`)
    // Another tab, or the confirmation itself, may have created it first.
    const found = await verified(client, user.id).catch(() => 'unreadable' as const)
    if (found === 'unreadable') return null
    if (found) return found
  }
  return null
}

/**
 * The usernames to try for a profile, in this order: the given one, the part of the e-mail address before the @, 'user'
 * (SPEC.md section 7); then the same adapted to the rules for usernames; then with random digits.
 * @param random 0 up to 1, like Math.random
 */
export function usernamesToTry(
  given: string | undefined,
  email: string | undefined,
  random: () => number = Math.random,
): string[] {
  const wish = given?.trim() || email?.split('@')[0] || 'user'
  const cleaned = wish.replace(/[^A-Za-z0-9_.-]/g, '').slice(0, USERNAME.max - 6)
  const stem = cleaned.length < USERNAME.min ? `user${cleaned}` : cleaned
  const numbered = `${stem}${100_000 + Math.floor(random() * 900_000)}`
  return [...new Set([wish, stem, numbered])].filter((name) => USERNAME.pattern.test(name))
}
