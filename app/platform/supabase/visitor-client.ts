// The API's tables and channels for members and guests. A guest's parts of the official client are loaded on first use.
import type { RealtimeClient } from '@supabase/realtime-js'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'

/** The API's tables as the signed-in member, else as a guest. */
export async function visitorClient(): Promise<DbClient> {
  return (await memberClient()) ?? (await import('./guest-client.ts')).guestClient()
}

let guestChannels: Promise<RealtimeClient> | null = null

/** The socket of the visitor: the member's, which the whole page shares, else a guest's. */
export async function visitorRealtime(): Promise<RealtimeClient> {
  const member = await memberClient()
  if (member) {
    const channels = await member.channels()
    // Otherwise a channel that is joined at once would be joined as a guest.
    await channels.setAuth()
    return channels
  }
  guestChannels ??= import('./open-realtime.ts').then(({ openRealtime }) => openRealtime())
  return guestChannels
}
