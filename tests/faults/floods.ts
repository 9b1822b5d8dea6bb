// One address, or one member, sends expensive requests, and other clients must not become slower. The flood runs in a
// separate process, because here it would delay the timers that measure the others.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { generate } from '../../bench/generate.ts'
import { followWidely } from '../../bench/lists.ts'
import { signUpMembers } from '../../bench/members.ts'
import { type Row, rowsOf } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'

const DISCUSSIONS = 10_000
const CONCURRENCY = 45
const READS = 20
/** The last of them is in every reply, so that each is looked at, and none is unread. */
const MUTED = [...Array.from({ length: 24 }, (_, index) => `unheard word ${index}`), 'broker']
const SECONDS = 10
const WARM_UP_SECONDS = 3
const P99_WITHIN_MS = 200
/** The requests of the other clients. */
const OTHER_REQUESTS = [
  '/rest/v1/threads?select=id,title&limit=5',
  '/forums/category-3?message=1',
  '/rest/v1/rpc/search?query=broker',
]

export async function expensiveFilters(): Promise<Row[]> {
  const site = await startServer({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'on' })
  await generate(site.adminDatabaseUrl, DISCUSSIONS)
  const request = async (address: string, path: string) => {
    const headers = { apikey: site.publishableKey, 'x-forwarded-for': address }
    const start = performance.now()
    const response = await fetch(site.url + path, { headers })
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - start }
  }
  // This filter reads the text of every reply and matches none.
  const expensive = '/rest/v1/replies?content=ilike.*b%25r%25o%25k%25e%25r%25nowhere*&limit=1'
  const alone = await request('198.51.100.1', expensive)
  let failed = 0
  /** The times of the others' requests for `seconds`, ascending. */
  const others = async (seconds: number): Promise<number[]> => {
    const times: number[] = []
    const until = performance.now() + seconds * 1_000
    for (let visitor = 0; performance.now() < until; visitor += 1) {
      const { status, ms } = await request(
        `203.0.113.${visitor % 250}`,
        OTHER_REQUESTS[visitor % OTHER_REQUESTS.length] ?? '/',
      )
      times.push(ms)
      if (status >= 500) failed += 1
    }
    return times.sort((a, b) => a - b)
  }
  // The first requests wait for V8 to compile what they run.
  await others(WARM_UP_SECONDS)
  const undisturbed = await others(SECONDS)
  const flooding = flood(site.url + expensive, CONCURRENCY, {
    apikey: site.publishableKey,
    'x-forwarded-for': '198.51.100.1',
  })
  const times = await others(SECONDS)
  const floodRequests = await flooding
  await site.stop()
  const what = `${CONCURRENCY} expensive filters at once from one address`
  return [
    {
      what: `${what}: p99 of the others`,
      unit: 'ms',
      ceiling: P99_WITHIN_MS,
      aim: 50,
      value: p99(times),
      note: `of ${times.length}; ${Math.round(p99(undisturbed))} ms without the flood, of ${undisturbed.length}; ${floodRequests} expensive requests; one alone took ${Math.round(alone.ms)} ms (${alone.status})`,
    },
    { what: `${what}: failed requests of the others`, value: failed, unit: '', ceiling: 0, aim: 0 },
  ]
}

/**
 * One member's heaviest reads: what is for them, with many follows and muted words, and a pattern in all replies. Without
 * limits of requests: each is one of the member's own, and what holds is their share of the database.
 */
export async function heaviestReads(): Promise<Row[]> {
  const site = await startServer()
  try {
    await generate(site.adminDatabaseUrl, DISCUSSIONS)
    const [member, other] = await signUpMembers(site, 2)
    if (!member || !other) throw new Error('nobody has signed up')
    await followWidely(site.adminDatabaseUrl, member.id, MUTED)
    const read = async (path: string, token?: string) => {
      const start = performance.now()
      const response = await fetch(`${site.url}/rest/v1/${path}`, {
        headers: { apikey: site.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      })
      await response.arrayBuffer()
      return { status: response.status, ms: performance.now() - start }
    }
    const failed: number[] = []
    /** The times of a guest's and of another member's reads in turns, ascending. */
    const others = async (seconds: number) => {
      const times: number[] = []
      const until = performance.now() + seconds * 1_000
      for (let turn = 0; performance.now() < until; turn += 1) {
        const { status, ms } = await read(
          'threads?select=id,title&limit=5',
          turn % 2 === 0 ? other.token : undefined,
        )
        times.push(ms)
        if (status !== 200) failed.push(status)
      }
      return times.sort((a, b) => a - b)
    }
    const paths = ['rpc/for_you', 'replies?select=id&content=ilike.*b%25r%25o%25nowhere*&limit=1']
    const alone: string[] = []
    for (const path of paths) {
      const { status, ms } = await read(path, member.token)
      alone.push(`${path.split('?')[0]} ${Math.round(ms)} ms (${status})`)
    }
    await others(WARM_UP_SECONDS)
    const undisturbed = await others(SECONDS)
    const headers = { apikey: site.publishableKey, authorization: `Bearer ${member.token}` }
    const flooding = paths.map((path) => flood(`${site.url}/rest/v1/${path}`, READS / paths.length, headers))
    const times = await others(SECONDS)
    const [forYou, patterns] = await Promise.all(flooding)
    const row = rowsOf(`${READS} of one member’s heaviest reads at once`)
    return [
      row('p99 of a guest’s and another member’s reads', p99(times), {
        unit: 'ms',
        ceiling: P99_WITHIN_MS,
        aim: 50,
        note: `of ${times.length}; ${Math.round(p99(undisturbed))} ms without them; alone: ${alone.join(', ')}; ${forYou} and ${patterns} answers`,
      }),
      row('failed reads of the others', failed.length, { note: failed.slice(0, 3).join(', ') }),
    ]
  } finally {
    await site.stop()
  }
}

/** @param times ascending */
const p99 = (times: number[]) => times[Math.floor(times.length * 0.99)] ?? Number.NaN

/** @returns the number of responses, refusals included */
async function flood(url: string, connections: number, headers: Record<string, string>): Promise<number> {
  const program = join(import.meta.dirname, '../../node_modules/.bin/autocannon')
  const options = [
    '--connections',
    String(connections),
    '--duration',
    String(SECONDS),
    '--json',
    '--no-progress',
  ]
  for (const [name, value] of Object.entries(headers)) options.push('--headers', `${name}=${value}`)
  const child: ChildProcess = spawn(process.execPath, [program, ...options, url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the flood exited with ${code}`)
  return (JSON.parse(output) as { requests: { total: number } }).requests.total
}
