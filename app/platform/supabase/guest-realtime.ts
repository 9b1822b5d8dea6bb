// Channels for a guest's browser: the official client's channel part alone.
import { RealtimeClient } from '@supabase/realtime-js'
import { CHANNELS, publishableKey } from './client-options.ts'

let channels: RealtimeClient | null = null

/** The one socket of this browser, as a guest. It opens with its first channel and closes with the last. */
export function guestRealtime(): RealtimeClient {
  channels ??= new RealtimeClient(`${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    ...CHANNELS,
    params: { ...CHANNELS.params, apikey: publishableKey() },
  })
  return channels
}
