// Channels for a guest's browser: only that part of the official client.
import { RealtimeClient } from '@supabase/realtime-js'
import { CHANNELS, publishableKey } from './client-options.ts'

let channels: RealtimeClient | null = null

/** The browser's single socket, as a guest. It opens with the first channel and closes with the last. */
export function guestRealtime(): RealtimeClient {
  channels ??= new RealtimeClient(`${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    ...CHANNELS,
    params: { ...CHANNELS.params, apikey: publishableKey() },
  })
  return channels
}
