// Tables and channels for whoever is at this browser, member or guest. A guest's parts of the official client are
// loaded when they are first asked for.
import type { RealtimeClient } from '@supabase/realtime-js'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'

/** The contract's tables as the member who is signed in, else as a guest. */
export async function visitorClient(): Promise<DbClient> {
  return (await memberClient()) ?? (await import('./guest-client.ts')).guestClient()
}

/** The socket of whoever is here: the member's own, which other parts of the page share, else a guest's. */
export async function visitorRealtime(): Promise<RealtimeClient> {
  const member = await memberClient()
  if (!member) return (await import('./guest-realtime.ts')).guestRealtime()
  // Else a channel that is joined at once would be joined as a guest.
  await member.realtime.setAuth()
  return member.realtime
}
