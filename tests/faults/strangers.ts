// A crowd of strangers, each request from an address of its own, opens pages that are not kept. Meanwhile a member reads,
// and visitors open pages that are. The crowd is a process of its own, because here it would delay the timers.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { addLifeLikeThreads } from '../../bench/life-like.ts'
import { type Row, rowsOf } from '../../bench/report.ts'
import { newEmail, PASSWORD } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'

const CROWD = 300
const MEMBERS = 5
const DISCUSSIONS = 2_000
const KEPT = ['/', '/forums', '/latest', '/terms']
const WARM_UP_MS = 3_000
const SECONDS = 15
/** A tenth of what a refusal asks for. */
const PAUSE_MS = 1_000
const BROWSER = 'text/html,application/xhtml+xml'

/** `pauseMs`: after a refusal. */
export type Crowd = { site: string; size: number; paths: string[]; pauseMs: number }
export type CrowdCounts = { served: number; refused: number; failed: number; refusalMs: number[] }

export async function crowdOfStrangers(): Promise<Row[]> {
  // A day of an ordinary site: what a page says about time changes while it is measured.
  const site = await startServer({ SEED: 'sample', RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const threads = await addLifeLikeThreads(site.adminDatabaseUrl, DISCUSSIONS)
    const paths = threads.map(({ path }) => path)
    const members = await Promise.all(
      Array.from({ length: MEMBERS }, (_, index) => newReader(site, `198.51.100.${10 + index}`)),
    )
    // Often enough that they are known as pages that many read.
    for (let turn = 0; turn < 5; turn += 1)
      for (const path of KEPT) await read(site, path, { 'x-forwarded-for': '198.51.100.1' })
    await measure(site, members, WARM_UP_MS)
    const before = await measure(site, members, WARM_UP_MS)
    const crowd = await startCrowd({ site: site.url, size: CROWD, paths, pauseMs: PAUSE_MS })
    const during = await measure(site, members, SECONDS * 1_000)
    const counts = await crowd.stop()
    return rowsFrom(before, during, counts)
  } finally {
    await site.stop()
  }
}

type Times = { api: number[]; page: number[]; kept: number[]; failed: string[] }

function rowsFrom(before: Times, during: Times, crowd: CrowdCounts): Row[] {
  const row = rowsOf(`${CROWD} strangers at once on pages that are not kept`)
  const note = (times: number[], earlier: number[]) =>
    `of ${times.length}; ${Math.round(p99(earlier))} ms without the crowd`
  const ms = (ceiling: number, aim: number, of: string) => ({ unit: 'ms', ceiling, aim, note: of })
  return [
    row('p99 of a member’s read', p99(during.api), ms(200, 50, note(during.api, before.api))),
    row(
      'p99 of a page that is rendered for a member',
      p99(during.page),
      ms(200, 50, note(during.page, before.page)),
    ),
    row('p99 of a kept page', p99(during.kept), ms(50, 10, note(during.kept, before.kept))),
    row('slowest kept page', during.kept.at(-1) ?? Number.NaN, ms(300, 50, '')),
    row(
      'p99 of a stranger’s refusal',
      p99(crowd.refusalMs),
      ms(50, 20, `of ${crowd.refused}; ${crowd.served} were served`),
    ),
    row('failed', during.failed.length + crowd.failed, { note: during.failed.slice(0, 3).join(', ') }),
  ]
}

/** Ascending. */
const sorted = (times: number[]) => times.sort((a, b) => a - b)
/** @param times ascending */
const p99 = (times: number[]) => times[Math.floor(times.length * 0.99)] ?? Number.NaN

type Member = { token: string; cookie: string; address: string }

/** A member whose address is their own, as every limit sees it. */
async function newReader(site: TestServer, address: string): Promise<Member> {
  const answer = await fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: {
      apikey: site.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ email: newEmail(), password: PASSWORD }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { token, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', address }
}

/** Three readers, each with a pause of its own: members' API requests, members' pages, a guest's kept pages. */
async function measure(site: TestServer, members: readonly Member[], milliseconds: number): Promise<Times> {
  const times: Times = { api: [], page: [], kept: [], failed: [] }
  const until = performance.now() + milliseconds
  const repeat = async (into: number[], pauseMs: number, ask: (turn: number) => Promise<Answer>) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const { status, ms } = await ask(turn)
      into.push(ms)
      if (status !== 200) times.failed.push(String(status))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const turnOf = (turn: number) => members[turn % members.length] as Member
  await Promise.all([
    // Within 200 requests and 100 renderings a minute of each.
    repeat(times.api, 70, (turn) =>
      read(site, '/rest/v1/threads?select=id,title&limit=5', {
        apikey: site.publishableKey,
        authorization: `Bearer ${turnOf(turn).token}`,
      }),
    ),
    repeat(times.page, 150, (turn) =>
      read(site, `/forums?message=${randomUUID()}`, {
        cookie: turnOf(turn).cookie,
        accept: BROWSER,
        'x-forwarded-for': turnOf(turn).address,
      }),
    ),
    repeat(times.kept, 10, (turn) =>
      read(site, KEPT[turn % KEPT.length] ?? '/', { 'x-forwarded-for': '198.51.100.3', accept: BROWSER }),
    ),
  ])
  for (const list of [times.api, times.page, times.kept]) sorted(list)
  return times
}

type Answer = { status: number; ms: number }

async function read(site: TestServer, path: string, headers: Record<string, string>): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(site.url + path, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - start }
}

async function startCrowd(crowd: Crowd): Promise<{ stop(): Promise<CrowdCounts> }> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'crowd.ts'))
  child.send(crowd)
  await once(child, 'message')
  return {
    stop: async () => {
      child.send('stop')
      const [counts] = (await once(child, 'message')) as [CrowdCounts]
      child.kill()
      return { ...counts, refusalMs: sorted(counts.refusalMs) }
    },
  }
}
