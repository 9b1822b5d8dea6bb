// Pages of discussions with posts as long as people's: not cached, read at random while members write, and read from disk
// after a restart.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { addLifeLikeThreads, REPLIES, randomNumbers, zipf } from './life-like.ts'
import { against, cpuSeconds, median, readOnce, requestsPerSecond } from './load.ts'
import { postReply, signUpMembers } from './members.ts'
import type { Row } from './report.ts'

/** About twice as many as the cache has room for: reading them in turn, each is evicted before its next turn. */
const THREADS = 2_000
const STORED = Number(process.env.BENCH_STORED ?? 20_000)
const STORED_PORT = 4_579
const CONNECTIONS = 8
const WEIGHED = 100
const MEMBERS = 10
const WRITE_EVERY_MS = 1_000
const METRICS_TOKEN = 'of the bench alone'

type Tools = {
  seconds: number
  /** Starts a bare node:http that sends `content`. */
  startControl: (content: object) => Promise<{ url: string; stop: () => void }>
  /** Starts a server that renders a fixed page with React for each request. */
  startReact: () => Promise<{ url: string; stop: () => void; process: ChildProcess }>
}
type Thread = { path: string; id: string }

/** @returns a row for each figure, measured on a separate server */
export async function pageRows(tools: Tools): Promise<Row[]> {
  // What is measured is rendering and memory.
  const site = await startServer({ SEED: 'sample', METRICS_TOKEN, PAGE_STORE_BYTES: '0' })
  try {
    const threads = await addLifeLikeThreads(site.adminDatabaseUrl, THREADS)
    const members = await signUpMembers(site, MEMBERS)
    return [
      ...(await notCached(site, threads, tools)),
      await htmlBytes(site, threads),
      await atRandom(site, threads, members, tools),
    ]
  } finally {
    await site.stop()
  }
}

async function notCached(site: TestServer, threads: Thread[], tools: Tools): Promise<Row[]> {
  const body = Buffer.from(await (await fetch(site.url + threads[0]?.path)).arrayBuffer())
  const control = await tools.startControl({
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': String(body.length) },
    body: body.toString('base64'),
  })
  const milliseconds: number[] = []
  const { hits } = await cacheCounts(site)
  // The first one was just read.
  let turn = 0
  const requests = [
    {
      setupRequest: (request: object) => {
        turn += 1
        return { ...request, path: threads[turn % threads.length]?.path ?? '' }
      },
    },
  ]
  const load = async () => {
    const used = cpuSeconds(site)
    const { misses } = await cacheCounts(site)
    const rate = await requestsPerSecond({
      url: site.url,
      connections: CONNECTIONS,
      seconds: tools.seconds,
      requests,
    })
    const pages = (await cacheCounts(site)).misses - misses
    milliseconds.push(((cpuSeconds(site) - used) * 1_000) / pages)
    return rate
  }
  const figures = await against(
    load,
    () => requestsPerSecond({ url: control.url, connections: CONNECTIONS, seconds: tools.seconds }),
    3,
  )
  control.stop()
  const react = await tools.startReact()
  // By processor time, which other programs change least.
  const rendered = await against(
    async () => {
      await load()
      return 1_000 / (milliseconds.at(-1) ?? Number.NaN)
    },
    async () => {
      const used = cpuSeconds(react)
      const rate = await requestsPerSecond({
        url: react.url,
        connections: CONNECTIONS,
        seconds: tools.seconds,
      })
      return (rate * tools.seconds) / (cpuSeconds(react) - used)
    },
    3,
  )
  react.stop()
  const cached = (await cacheCounts(site)).hits - hits
  if (cached > 0) throw new Error(`${cached} of the pages were cached`)
  const what = `thread page of ${REPLIES} life-like replies, not cached (SQL and rendering)`
  return [
    {
      what,
      value: figures.subject,
      unit: 'req/s',
      aim: 400,
      note: `${median(milliseconds).toFixed(1)} ms of Node a page`,
    },
    {
      what: `${what} / bare node:http, same bytes`,
      value: figures.ratio * 100,
      unit: '%',
      floor: 0.6,
      aim: 3,
      note: `${Math.round(figures.subject)} against ${Math.round(figures.control)} req/s`,
    },
    {
      what: `${what} / a fixed page of 1,000 elements by React's renderToString`,
      value: rendered.ratio * 100,
      unit: '%',
      floor: 6,
      aim: 30,
      note: `${Math.round(rendered.subject)} against ${Math.round(rendered.control)} req/s of Node's processor time`,
    },
  ]
}

async function htmlBytes(site: TestServer, threads: Thread[]): Promise<Row> {
  let plain = 0
  let compressed = 0
  for (const { path } of threads.slice(0, WEIGHED)) {
    const size = async (encoding: string) => {
      const response = await fetch(site.url + path, { headers: { 'accept-encoding': encoding } })
      await response.arrayBuffer()
      return Number(response.headers.get('content-length'))
    }
    plain += await size('identity')
    compressed += await size('br')
  }
  return {
    what: 'HTML of that page, uncompressed, mean',
    value: plain / WEIGHED / 1_000,
    unit: 'kB',
    ceiling: 90,
    aim: 60,
    note: `compressed ${(compressed / WEIGHED / 1_000).toFixed(1)}`,
  }
}

/** Guests open discussions, some far more often than others, while each member posts a reply a second to one of them. */
async function atRandom(
  site: TestServer,
  threads: Thread[],
  members: { id: string; token: string }[],
  { seconds }: Tools,
): Promise<Row> {
  const random = randomNumbers(2)
  const requestsOf = Array.from({ length: CONNECTIONS }, () =>
    Array.from({ length: THREADS }, () => ({ path: zipf(threads, random).path })),
  )
  const stop = new AbortController()
  let written = 0
  const write = async (member: (typeof members)[number]) => {
    for (; !stop.signal.aborted; written += 1) {
      const content = `<p>Measured reply ${written} of ${member.id}.</p>`
      const response = await postReply(site, member, zipf(threads, random).id, content)
      if (response.status !== 201)
        throw new Error(`a reply answered ${response.status}: ${await response.text()}`)
      await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS))
    }
  }
  const load = () => requestsPerSecond({ url: site.url, connections: CONNECTIONS, seconds, requestsOf })
  const measure = async () => {
    // Not measured: the cache fills.
    await load()
    const before = await cacheCounts(site)
    const rate = await load()
    const after = await cacheCounts(site)
    const hits = after.hits - before.hits
    return { rate, hitRatio: hits / (hits + after.misses - before.misses) }
  }
  const [{ rate, hitRatio }] = await Promise.all([
    measure().finally(() => stop.abort()),
    ...members.map(write),
  ])
  return {
    what: `${THREADS} discussions read at random (Zipf) while ${MEMBERS} members post a reply a second each`,
    value: rate,
    unit: 'req/s',
    floor: 500,
    aim: 1_500,
    note: `hit ratio ${hitRatio.toFixed(2)}`,
  }
}

async function cacheCounts({ url }: TestServer): Promise<{ hits: number; misses: number }> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await response.text()
  const count = (name: string) => {
    const value = new RegExp(`^\\w*page_cache_${name}_total (\\d+)`, 'm').exec(text)?.[1]
    if (value === undefined)
      throw new Error(`/metrics answered ${response.status} without page_cache_${name}`)
    return Number(value)
  }
  return { hits: count('hits'), misses: count('misses') }
}

/** Each discussion once, as crawlers read them; and once more after a restart, when the memory is empty. */
export async function storedPageRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-stored-'))
  // The address is on each page, and another port would be another address.
  const env = { SEED: 'sample', METRICS_TOKEN, DATA_DIR: folder, PORT: String(STORED_PORT) }
  try {
    const first = await startServer(env)
    const threads = await addLifeLikeThreads(first.adminDatabaseUrl, STORED)
    await storeIsOpen(first)
    const filling = await readEach(first, threads)
    await first.stop()
    const second = await startServer(env)
    await storeIsOpen(second)
    const again = await readEach(second, threads)
    await second.stop()
    const what = `${STORED} old discussions, each read once`
    const note = (pass: Pass) => `${pass.milliseconds.toFixed(2)} ms of Node a page, ${pass.misses} rendered`
    return [
      { what: `${what}, first pass`, value: filling.rate, unit: 'req/s', aim: 400, note: note(filling) },
      {
        what: `${what} again after a restart`,
        value: again.rate,
        unit: 'req/s',
        floor: 3_000,
        aim: 8_000,
        note: note(again),
      },
      { what: `${what} again, Node a page`, value: again.milliseconds, unit: 'ms', ceiling: 0.4, aim: 0.2 },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Pass = { rate: number; milliseconds: number; misses: number }

async function readEach(site: TestServer, threads: Thread[]): Promise<Pass> {
  const used = cpuSeconds(site)
  const { misses } = await cacheCounts(site)
  const rate = await readOnce({
    url: site.url,
    connections: CONNECTIONS,
    headers: { 'accept-encoding': 'br' },
    paths: threads.map(({ path }) => path),
  })
  return {
    rate,
    milliseconds: ((cpuSeconds(site) - used) * 1_000) / threads.length,
    misses: (await cacheCounts(site)).misses - misses,
  }
}

async function storeIsOpen(site: TestServer): Promise<void> {
  while (!site.log().some(({ msg }) => msg === 'page.store_opened'))
    await new Promise((resolve) => setTimeout(resolve, 50))
}
