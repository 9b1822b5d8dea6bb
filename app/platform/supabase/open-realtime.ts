// Channels: that part of the official client alone, which is loaded with the first channel.
import { RealtimeClient } from '@supabase/realtime-js'
import { CHANNELS, publishableKey } from './client-options.ts'

/**
 * A socket, which opens with the first channel and closes with the last.
 * @param accessToken of a member; a guest's has none
 */
export function openRealtime(accessToken?: () => Promise<string>): RealtimeClient {
  return new RealtimeClient(`${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    ...CHANNELS,
    params: { ...CHANNELS.params, apikey: publishableKey() },
    ...(accessToken ? { accessToken } : {}),
  })
}
