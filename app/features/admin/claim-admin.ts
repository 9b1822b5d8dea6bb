// Taking up the one-time link that a fresh site prints for its first administrator.
import type { Client } from '#app/platform/session/session.ts'

/** Makes the member an administrator. @returns what went wrong, in words for them, or null */
export async function claimAdmin(client: Client, token: string): Promise<string | null> {
  const { error } = await client.rpc('claim_admin', { token })
  if (!error) return null
  console.warn('the admin link was refused', error.code, error.message)
  // Our own refusals are written for people (PTnnn); the rest is the network's or ours.
  return error.code.startsWith('PT4')
    ? error.message
    : 'The link could not be checked. Look at your connection and try again; it is still valid.'
}
