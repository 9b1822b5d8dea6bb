// Half of these figures are defaults of the library; the test fails when a newer version changes them.
import {
  AUTO_REFRESH_TICK_DURATION_MS,
  AUTO_REFRESH_TICK_THRESHOLD,
} from '@supabase/auth-js/dist/module/lib/constants.js'
import { RealtimeClient } from '@supabase/realtime-js'
import { expect, test } from 'vitest'
import { CHANNELS } from './client-options.ts'

test('a socket beats every 30 s and comes back after 1, 2, 5, then 10 s; ten events a second', () => {
  const client = new RealtimeClient('ws://contract.test', {
    ...CHANNELS,
    params: { ...CHANNELS.params, apikey: 'key' },
  })
  expect(client.heartbeatIntervalMs).toBe(30_000)
  expect([1, 2, 3, 4, 5].map((tries) => client.reconnectAfterMs(tries))).toEqual([
    ...[1_000, 2_000, 5_000, 10_000, 10_000],
  ])
  expect(CHANNELS.params.eventsPerSecond).toBe(10)
})

test('a session is looked at every 30 s, and renewed when three such ticks are left', () => {
  expect([AUTO_REFRESH_TICK_DURATION_MS, AUTO_REFRESH_TICK_THRESHOLD]).toEqual([30_000, 3])
})
