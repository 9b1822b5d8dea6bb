// Realtime clients: the official one, and a raw socket for messages that it would never send.
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { TestServer } from './server.ts'

export type Client = SupabaseClient

/** The official client, unmodified, for the member of `token` or for a guest. */
export function channelClient(
  server: TestServer,
  options: { token?: string; vsn?: '1.0.0' | '2.0.0'; key?: string } = {},
): Client {
  const { token, vsn, key = server.publishableKey } = options
  return createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(token ? { accessToken: () => Promise.resolve(token) } : {}),
    realtime: vsn ? { vsn } : {},
  })
}

/** Joins the channel. @returns what subscribe() reports first */
export function joined(channel: RealtimeChannel): Promise<{ status: string; error?: string }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, ...(error ? { error: error.message } : {}) }))
  })
}

/** Joins and waits for the subscription to database changes. @returns the `system` message about it */
export async function listening(channel: RealtimeChannel): Promise<{ status: string; message: string }> {
  const subscribed = new Promise<{ status: string; message: string }>((resolve) => {
    channel.on('system', {}, resolve)
  })
  await joined(channel)
  return subscribed
}

export type Bare = {
  socket: WebSocket
  /** All received messages, in the order of protocol 2.0.0: join_ref, ref, topic, event, payload. */
  // biome-ignore lint/suspicious/noExplicitAny: what a wire gives has no type
  received: any[][]
  say(joinRef: string | null, ref: string | null, topic: string, event: string, payload?: unknown): void
  /** The reply to the message `ref`. */
  // biome-ignore lint/suspicious/noExplicitAny: what a wire gives has no type
  answer(ref: string): Promise<any>
  closed: Promise<number>
}

/** Opens a socket of protocol 2.0.0. @throws Error with the status if it is refused */
export function bareSocket(
  server: TestServer,
  options: { query?: string; headers?: Record<string, string> } = {},
): Promise<Bare> {
  const { query = `apikey=${server.publishableKey}&vsn=2.0.0`, headers = {} } = options
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`, {
    headers,
  })
  const received: Bare['received'] = []
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) received.push(JSON.parse(data.toString()))
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const bare: Bare = {
    socket,
    received,
    closed,
    say: (joinRef, ref, topic, event, payload = {}) =>
      socket.send(JSON.stringify([joinRef, ref, topic, event, payload])),
    answer: async (ref) => {
      for (let attempt = 0; attempt < 400; attempt += 1) {
        const reply = received.find(([, its, , event]) => its === ref && event === 'phx_reply')
        if (reply) return reply[4]
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(
        `message ${ref} was not answered. Received: ${JSON.stringify(received).slice(0, 2_000)}`,
      )
    },
  }
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(bare))
    socket.once('unexpected-response', (_request, response) => {
      reject(Object.assign(new Error(`refused with ${response.statusCode}`), { headers: response.headers }))
      socket.terminate()
    })
    socket.once('error', reject)
  })
}
