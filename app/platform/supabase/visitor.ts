// Tables and channels for whoever is at this browser, member or guest. A guest's parts of the official client are
// loaded when they are first asked for.
import type { RealtimeClient } from '@supabase/realtime-js'
import { memberClient } from '#app/platform/session/session.ts'
import type { Reader } from './reader.ts'

/** The contract's tables as the member who is signed in, else as a guest. */
export async function visitorReader(): Promise<Reader> {
  return (await memberClient()) ?? (await import('./guest-reader.ts')).guestReader()
}

/** The socket of whoever is here: the member's own, which other parts of the page share, else a guest's. */
export async function visitorChannels(): Promise<RealtimeClient> {
  const member = await memberClient()
  if (!member) return (await import('./guest-channels.ts')).guestChannels()
  // Else a channel that is joined at once would be joined as a guest.
  await member.realtime.setAuth()
  return member.realtime
}
