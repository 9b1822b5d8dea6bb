// The largest body and address that each endpoint takes, made to be slow: the event loop never stands still for long, and
// nothing is answered with an error of ours. The pause is measured inside the server (/metrics), since the last scrape.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMember } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Attack, attacks, SIGNS } from './slow-inputs.ts'

/** SAFETY.md's bound. A pause that a busy machine adds is no longer there when the same is sent again. */
const MOST_SECONDS = 0.1
const TRIES = 4
const TOKEN = 'event-loop-test-token-of-32-letters'

let server: TestServer
let member: { access_token: string }

beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: TOKEN })
  member = await newMember(server)
})
afterAll(() => server.stop())

async function longestPause(): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const [, seconds] = /^arthachowk_event_loop_longest_pause_seconds (\S+)$/m.exec(await answer.text()) ?? []
  expect(Number(seconds)).toBeGreaterThanOrEqual(0)
  return Number(seconds)
}

/** A redirect to such an address has a longer one than this client reads. */
function refusedHere(error: { cause?: { code?: string } }): Response {
  if (error.cause?.code !== 'UND_ERR_HEADERS_OVERFLOW') throw error
  return new Response(null, { status: 308 })
}

/** All with EXHAUSTIVE set; else a third, of each address, parameter and text some. */
function chosen(all: Attack[]): Attack[] {
  if (process.env.EXHAUSTIVE !== undefined) return all
  return all.filter((_, index) => (index + Math.floor(index / 7)) % 3 === 0)
}

/** @returns the status, and how long the event loop stood still */
async function send(
  { path, init }: Attack,
  authorization: string | null,
): Promise<{ status: number; isRefused: boolean; pause: number }> {
  const headers = new Headers({ apikey: server.publishableKey })
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of new Headers(init?.headers)) headers.set(name, value)
  const answer = await fetch(server.url + path, { ...init, headers, redirect: 'manual' }).catch(refusedHere)
  await answer.arrayBuffer().catch(() => undefined)
  return {
    status: answer.status,
    isRefused: answer.status < 500 || (answer.status === 503 && answer.headers.has('retry-after')),
    pause: await longestPause(),
  }
}

test.each(attacks)(
  '%s of full size stops nobody, of a guest or a member',
  { timeout: 240_000 },
  async (_what, requests) => {
    const slow: string[] = []
    await longestPause()
    // Of each kind some are a guest's and some a member's.
    for (const [index, attack] of chosen(await requests(server)).entries()) {
      const authorization = index % 2 === 0 ? null : `Bearer ${member.access_token}`
      let shown = await send(attack, authorization)
      for (let tries = 1; tries < TRIES && shown.pause > MOST_SECONDS; tries += 1) {
        const again = await send(attack, authorization)
        if (again.pause < shown.pause) shown = again
      }
      if (shown.pause > MOST_SECONDS || !shown.isRefused) {
        const { path, init } = attack
        const who = authorization ? 'member' : 'guest'
        slow.push(
          `${who} ${init?.method ?? 'GET'} ${path.slice(0, 60)} ${String(init?.body ?? JSON.stringify(init?.headers ?? '')).slice(0, 40)}: ${shown.status}, ${shown.pause.toFixed(2)} s`,
        )
      }
    }
    expect(slow).toEqual([])
  },
)

test('a frame of full size stops nobody', { timeout: 120_000 }, async () => {
  const slow: string[] = []
  const filters = SIGNS.flatMap((sign) =>
    ['title=in.(', 'title=eq.', ''].map((start) => start + sign.repeat(Math.floor(55_000 / sign.length))),
  )
  const frames = [
    ...filters.map((filter) =>
      JSON.stringify([
        '1',
        '1',
        'realtime:a',
        'phx_join',
        { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'threads', filter }] } },
      ]),
    ),
    ...SIGNS.map((sign) =>
      JSON.stringify(['1', '1', `realtime:${sign.repeat(Math.floor(60_000 / sign.length))}`, 'phx_join', {}]),
    ),
    `["1","1","realtime:a","phx_join",${'['.repeat(60_000)}`,
    JSON.stringify([
      '1',
      '1',
      'realtime:a',
      'phx_join',
      {
        config: {
          postgres_changes: Array.from({ length: 900 }, (_, index) => ({
            event: '*',
            schema: 'public',
            table: `t${index}`,
          })),
        },
      },
    ]),
    JSON.stringify([
      '1',
      '1',
      'realtime:a',
      'broadcast',
      { type: 'broadcast', event: 'e', payload: { a: '\ufdfa'.repeat(18_000) } },
    ]),
  ]
  for (const frame of frames) {
    let pause = 1
    for (let tries = 0; tries < TRIES && pause > MOST_SECONDS; tries += 1) {
      await longestPause()
      const socket = new WebSocket(
        `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${server.publishableKey}`,
      )
      await new Promise((resolve, reject) => {
        socket.addEventListener('open', resolve)
        socket.addEventListener('error', reject)
      })
      socket.send(frame)
      // Answered when the frame before it was handled, or closed.
      socket.send(JSON.stringify(['2', '2', 'phoenix', 'heartbeat', {}]))
      await new Promise((resolve) => {
        socket.addEventListener('message', resolve)
        socket.addEventListener('close', resolve)
      })
      socket.close()
      pause = Math.min(pause, await longestPause())
    }
    if (pause > MOST_SECONDS) slow.push(`${frame.slice(0, 100)}: ${pause.toFixed(2)} s`)
  }
  expect(slow).toEqual([])
})
