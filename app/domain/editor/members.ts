// Whom a text may name: members by the beginning of their username.
import type { Client } from '#app/platform/session/session.ts'
import { USERNAME } from '#shared/limits.ts'

const OFFERED = 6

export type Named = { username: string; full_name: string | null; avatar_url: string | null }

/** What could be the beginning of a username, as it is typed after the @. */
export function isBeginning(typed: string): boolean {
  return typed.length <= USERNAME.max && /^[A-Za-z0-9_.-]+$/.test(typed)
}

/** Members whose username begins so, the most esteemed first. */
export async function findMembers(client: Client, beginning: string, signal: AbortSignal): Promise<Named[]> {
  const { data, error } = await client
    .from('profiles')
    .select('username, full_name, avatar_url')
    // An underscore stands for any letter, unless it is said to be itself.
    .ilike('username', `${beginning.replaceAll('_', '\\_')}%`)
    .neq('user_level', 'Banned')
    .order('reputation', { ascending: false })
    .order('username')
    .limit(OFFERED)
    .abortSignal(signal)
  // Somebody who types on has no use for this answer; whoever is offline types the name by hand.
  if (error) return []
  return data
}
