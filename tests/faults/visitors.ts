// Visitors of a site of several nodes: readers that ask without a pause, sockets that come back at once when they are
// closed, and listeners that hold every reply of a thread, by what they are sent and what they read after each join.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bare, bareSocket, channelClient } from '../support/channels.ts'
import type { TestServer } from '../support/server.ts'

type Failure = { at: number; what: string }

export type Readers = {
  answered: () => number
  failures: Failure[]
  /** Stops after the requests that are in flight. */
  close(): Promise<void>
}

const GIVE_UP_AFTER_MS = 10_000

/** Asks for a cached page, a rendered page and a table in turn, on `connections` connections. */
export function openReaders(site: TestServer, connections: number): Readers {
  const paths = ['/forums', '/forums?message=1', '/rest/v1/threads?limit=5']
  const failures: Failure[] = []
  let isOpen = true
  let answered = 0
  const readers = Array.from({ length: connections }, async (_, index) => {
    for (let turn = index; isOpen; turn += 1) {
      const what = await ask(site, paths[turn % paths.length] ?? '/')
      if (what === null) answered += 1
      else failures.push({ at: performance.now(), what })
    }
  })
  return {
    answered: () => answered,
    failures,
    close: async () => {
      isOpen = false
      await Promise.all(readers)
    },
  }
}

/** @returns null, or how it failed */
async function ask(site: TestServer, path: string): Promise<string | null> {
  try {
    const response = await fetch(site.url + path, {
      headers: { apikey: site.publishableKey },
      signal: AbortSignal.timeout(GIVE_UP_AFTER_MS),
    })
    await response.arrayBuffer()
    return response.status === 200 ? null : String(response.status)
  } catch (error) {
    return (error as Error).name
  }
}

export type Sockets = {
  /** Codes and times of the closings. */
  closings: { code: number; at: number }[]
  /** Attempts to come back that were refused. */
  refused: Failure[]
  /** When each came back. */
  arrivals: number[]
  areOpen(): boolean
  close(): void
}

/** Opens sockets that come back at once when they are closed, which is earlier than the official client does. */
export async function openSockets(site: TestServer, count: number): Promise<Sockets> {
  let isOpen = true
  const now = new Set<Bare>()
  const sockets: Sockets = {
    closings: [],
    refused: [],
    arrivals: [],
    areOpen: () => now.size === count,
    close: () => {
      isOpen = false
      for (const { socket } of now) socket.terminate()
    },
  }
  const keep = async (bare: Bare): Promise<void> => {
    now.add(bare)
    const code = await bare.closed
    now.delete(bare)
    if (!isOpen) return
    sockets.closings.push({ code, at: performance.now() })
    for (;;) {
      try {
        const next = await bareSocket(site)
        sockets.arrivals.push(performance.now())
        return void keep(next)
      } catch (error) {
        sockets.refused.push({ at: performance.now(), what: (error as Error).message })
        await sleep(50)
      }
    }
  }
  for (const bare of await Promise.all(Array.from({ length: count }, () => bareSocket(site)))) void keep(bare)
  return sockets
}

export type Listeners = {
  /** How often one of them joined, the first time included. */
  joins: () => number
  /** The ids that some listener does not hold, one entry a listener. */
  missing(ids: readonly string[]): string[]
  close(): Promise<void>
}

/** Official clients that follow the replies of a thread, and come back by themselves. */
export async function openListeners(site: TestServer, threadId: string, count: number): Promise<Listeners> {
  let joins = 0
  const listeners = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = channelClient(site)
      const held = new Set<string>()
      const readAll = async () => {
        for (;;) {
          const { data } = await client.from('replies').select('id').eq('thread_id', threadId)
          for (const { id } of data ?? []) held.add(id)
          if (data) return
          await sleep(100)
        }
      }
      const filter = `thread_id=eq.${threadId}`
      const channel = client.channel('follow')
      channel.on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'replies', filter },
        (change) => {
          held.add(String(change.new.id))
        },
      )
      await new Promise<void>((resolve) => {
        channel.on('system', {}, ({ status }: { status: string }) => {
          if (status !== 'ok') return
          joins += 1
          // What was written before the subscription is read; what comes later is sent.
          void readAll().then(resolve)
        })
        channel.subscribe()
      })
      return { held, client }
    }),
  )
  return {
    joins: () => joins,
    missing: (ids) => listeners.flatMap(({ held }) => ids.filter((id) => !held.has(id))),
    close: async () => {
      await Promise.all(listeners.map(({ client }) => client.removeAllChannels()))
      for (const { client } of listeners) await client.realtime.disconnect()
    },
  }
}
