// npm run bench: the performance goals of the project. Most are ratios to a control that is measured in the same run, or
// bytes and counts, neither of which depends on the machine. A whole run is kept in docs/measurements.md;
// `npm run bench -- replies filters` measures these sections alone.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY_FLAGS } from '../scripts/memory.mjs'
import { build } from '../scripts/prepare.mjs'
import { expensiveFilters } from '../tests/faults/floods.ts'
import { memoryOf } from '../tests/support/memory.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { generate } from './generate.ts'
import { hotPathRows } from './hot-paths.ts'
import { memberListRows } from './lists.ts'
import { against, cpuSeconds, requestsPerSecond } from './load.ts'
import { signInRows } from './members.ts'
import { pageRows, storedPageRows } from './pages.ts'
import { channels } from './realtime.ts'
import { recallRows } from './recall.ts'
import { keep, processorTimes, type Row, report } from './report.ts'
import { restRows } from './rest.ts'
import { shieldRows } from './shield.ts'
import { signedInRows } from './signed-in.ts'
import { paintOnSlowPhone, weigh } from './weight.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const CONNECTIONS = 32
const scratch = mkdtempSync(join(tmpdir(), 'arthachowk-bench-'))
const rows: Row[] = []

const SECTIONS: Record<string, () => Promise<unknown>> = {
  sample: sampleCommunity,
  members: () =>
    onSample(async (site) => rows.push(...(await signedInRows(site, await firstThreadPath(site))))),
  observed: costOfMetrics,
  pages: async () =>
    rows.push(
      ...(await pageRows({
        seconds: SECONDS,
        startControl: (content) => startControl('bytes', write('life-like.json', content)),
        startReact: () => startControl('react', ''),
      })),
    ),
  stored: async () => rows.push(...(await storedPageRows())),
  hot: async () =>
    rows.push(
      ...(await hotPathRows({
        seconds: SECONDS,
        startControl: (content) => startControl('sql', write('writes.json', content)),
      })),
    ),
  lists: async () => rows.push(...(await memberListRows())),
  recall: async () => rows.push(...(await recallRows())),
  shield: async () => rows.push(...shieldRows()),
  filters: async () => rows.push(...(await expensiveFilters())),
  grown: grownCommunity,
  crowd: manySockets,
  start: startTimes,
}
const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !SECTIONS[name])
if (unknown.length > 0) {
  throw new Error(
    `There is no section ${unknown.join()}. The sections are ${Object.keys(SECTIONS).join(', ')}`,
  )
}

build()
const before = processorTimes()
try {
  for (const [name, measure] of Object.entries(SECTIONS)) {
    if (selected.length === 0 || selected.includes(name)) await measure()
  }
  const after = processorTimes()
  const stolen = (after.stolen - before.stolen) / (after.total - before.total)
  if (selected.length === 0) keep(rows, { seconds: SECONDS, stolen })
} finally {
  // Rows that were measured before a failure are printed too.
  report(rows)
  rmSync(scratch, { recursive: true, force: true })
}

/** Measures on a separate server with the sample community. */
async function onSample(measure: (site: TestServer) => Promise<unknown>): Promise<void> {
  const server = await startServer({ SEED: 'sample', DATA_DIR: mkdtempSync(join(scratch, 'data-')) })
  try {
    await measure(server)
  } finally {
    await server.stop()
  }
}

function sampleCommunity(): Promise<void> {
  return onSample(async (server) => {
    const path = await firstThreadPath(server)
    await cachedPage(server, path)
    await categoryQuery(server, { where: 'sample community', category: 'ipos' })
    rows.push(
      ...(await signInRows(server, {
        load: requestsPerSecond,
        seconds: SECONDS,
        startControl: (kind, content) => startControl(kind, write('password.json', content)),
      })),
    )
    await weights(server, path)
    memory(server)
  })
}

async function firstThreadPath({ url }: TestServer): Promise<string> {
  const html = await (await fetch(`${url}/forums/ipos`)).text()
  const path = /href="(\/forums\/ipos\/[^"]+-[0-9a-f]{8})"/.exec(html)?.[1]
  if (!path) throw new Error('the sample community shows no discussion')
  return path
}

async function cachedPage({ url }: TestServer, path: string): Promise<void> {
  const headers = { 'accept-encoding': 'br' }
  const response = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
  const raw = await rawBytes(url + path)
  const file = write('page.json', {
    headers: pick(response.headers, raw.length),
    body: raw.toString('base64'),
  })
  const control = await startControl('bytes', file)
  const figures = await against(
    () => requestsPerSecond({ url: url + path, connections: CONNECTIONS, seconds: SECONDS, headers }),
    () => requestsPerSecond({ url: control.url, connections: CONNECTIONS, seconds: SECONDS, headers }),
  )
  control.stop()
  rows.push({
    what: 'guest page from cache / bare node:http, same bytes',
    value: figures.ratio,
    unit: 'x',
    floor: 0.9,
    aim: 0.98,
    note: rates(figures),
  })
}

/** A cached page and an API request, each with metrics and without. */
async function costOfMetrics(): Promise<void> {
  const open = (name: string, env: Record<string, string>) =>
    startServer({ SEED: 'sample', DATA_DIR: join(scratch, name), ...env })
  const plain = await open('plain', {})
  const observed = await open('observed', { METRICS_TOKEN: 'of the bench alone' })
  try {
    const headers = { 'accept-encoding': 'br' }
    for (const [what, path] of [
      ['guest page from cache', await firstThreadPath(observed)],
      ['API request', '/rest/v1/forum_categories?select=id,name'],
    ] as const) {
      // By processor time, which is what recording costs, and which other programs change least.
      const load = (site: TestServer) => async () => {
        const before = cpuSeconds(site)
        const options = { url: site.url + path, connections: CONNECTIONS, seconds: SECONDS, headers }
        return ((await requestsPerSecond(options)) * SECONDS) / (cpuSeconds(site) - before)
      }
      const figures = await against(load(observed), load(plain))
      rows.push({
        what: `${what}, with metrics / without`,
        value: figures.ratio,
        unit: 'x',
        floor: 0.9,
        aim: 1,
        note: `${rates(figures)} of processor time`,
      })
    }
  } finally {
    await observed.stop()
    await plain.stop()
  }
}

async function categoryQuery(site: TestServer, subject: Parameters<typeof restRows>[1]): Promise<void> {
  rows.push(
    ...(await restRows(site, subject, {
      load: (options) => requestsPerSecond({ ...options, connections: CONNECTIONS, seconds: SECONDS }),
      startControl: (kind, content) => startControl(kind, write(`${kind}.json`, content)),
    })),
  )
}

/** The category query with 14,000 threads in the category. */
async function grownCommunity(): Promise<void> {
  const site = await startServer()
  try {
    await generate(site.adminDatabaseUrl, 100_000)
    await categoryQuery(site, { where: '100,000 discussions', category: 'category-3', liteFloor: 11 })
  } finally {
    await site.stop()
  }
}

async function weights({ url }: TestServer, path: string): Promise<void> {
  const { read, hydrated } = await weigh(url + path)
  const row = (what: string, value: number, ceiling: number, aim: number, unit = 'kB') =>
    rows.push({ what: `cold thread page of a guest, ${what}`, value, unit, ceiling, aim })
  row('JavaScript before a control is used', kB(read.scriptBytes), 0, 0)
  row('JavaScript after the first control', kB(hydrated.scriptBytes), 120, 90)
  row('everything before a control is used', kB(read.totalBytes), 55, 40)
  row('everything after the first control', kB(hydrated.totalBytes), 250, 150)
  row('requests before a control is used', read.requests, 6, 6, '')
  row('requests after the first control', hydrated.requests, 15, 15, '')
  const { lcpSeconds, cls, inpMs } = await paintOnSlowPhone(url + path)
  const slow = 'thread page of a guest, 4x slowed CPU, 1.6 Mbit/s, 150 ms:'
  rows.push({ what: `${slow} LCP`, value: lcpSeconds, unit: 's', ceiling: 1.4, aim: 1 })
  rows.push({ what: `${slow} CLS`, value: cls, unit: '', ceiling: 0, aim: 0 })
  rows.push({ what: `${slow} INP of the first control`, value: inpMs, unit: 'ms', ceiling: 300, aim: 150 })
}

function memory(site: TestServer): void {
  const { now, peak } = memoryOf(site)
  rows.push({
    what: 'memory of the process after the rows above',
    value: now,
    unit: 'MiB',
    ceiling: 300,
    aim: 200,
    note: `peak ${peak.toFixed(0)}`,
  })
}

async function manySockets(): Promise<void> {
  const site = await startServer()
  try {
    rows.push(...(await channels(site)))
  } finally {
    await site.stop()
  }
}

async function startTimes(): Promise<void> {
  const times: number[] = []
  const idle: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now()
    const site = await startServer({ SEED: 'sample', DATA_DIR: join(scratch, 'data') })
    const response = await fetch(site.url)
    if (response.status !== 200) throw new Error(`the first page answered ${response.status}`)
    times.push((performance.now() - start) / 1_000)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    idle.push(memoryOf(site).now)
    await site.stop()
  }
  rows.push({
    what: 'start to first 200, PostgreSQL included',
    value: Math.min(...times),
    unit: 's',
    ceiling: 1.4,
    aim: 0.8,
  })
  rows.push({
    what: 'memory of the process, idle',
    value: Math.min(...idle),
    unit: 'MiB',
    ceiling: 180,
    aim: 120,
  })
}

async function startControl(
  kind: 'bytes' | 'react' | 'sql' | 'lite' | 'argon2',
  file: string,
): Promise<{ url: string; stop: () => void; process: ChildProcess }> {
  const program =
    kind === 'lite' ? { file: 'lite.mjs', args: [file] } : { file: 'controls.ts', args: [kind, file] }
  // What is compared is code, so our controls live within the memory that the server does; lite as it comes.
  const execArgv = kind === 'lite' ? [] : MEMORY_FLAGS
  // As the server: React renders several times slower while it is being developed with.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child: ChildProcess = fork(join(import.meta.dirname, program.file), program.args, { execArgv, env })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`the control exited with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill(), process: child }
}

/** The bytes of the compressed body, which fetch would decompress. */
async function rawBytes(url: string): Promise<Buffer> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    }).once('error', reject)
  })
}

function pick(headers: Headers, length: number): Record<string, string> {
  const kept = Object.fromEntries(
    [...headers].filter(
      ([name]) => !['connection', 'date', 'keep-alive', 'transfer-encoding'].includes(name),
    ),
  )
  return { ...kept, 'content-encoding': 'br', 'content-length': String(length) }
}

function write(name: string, value: unknown): string {
  const file = join(scratch, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

function rates({ subject, control }: { subject: number; control: number }): string {
  return `${Math.round(subject)} against ${Math.round(control)} req/s`
}

function kB(bytes: number): number {
  return bytes / 1_000
}
