// A site of several nodes as docs/operations/nodes.md builds it: one PostgreSQL, one Redis, one bucket, and HAProxy with
// the configuration of deploy/haproxy.cfg in front.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from 's3rver'
import { startEmbedded } from '../../api/database/embedded.ts'
import { createLog } from '../../api/log.ts'
import { findProgram, freePort } from '../support/program.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { scratchFolder } from './scratch.ts'

const SAMPLE = join(import.meta.dirname, '../../deploy/haproxy.cfg')
const NAMES = ['one', 'two', 'three'] as const
export type Name = (typeof NAMES)[number]
/** Health checks of the sample: two, a second apart. */
const DRAIN_SECONDS = 3

export type Cluster = {
  /** The site behind HAProxy. */
  site: TestServer
  /** The same without retries. */
  strict: TestServer
  /** The node that is named one. */
  first: TestServer
  folder: string
  redis: () => TestRedis
  restartRedis(): Promise<void>
  /** Starts a node; `url` of the result is its own address. */
  start(name: Name, settings?: Record<string, string>): Promise<TestServer>
  /** Whether HAProxy sends requests to all of these. */
  inService(names: readonly Name[]): Promise<void>
  settings: Record<string, string>
  stop(): Promise<void>
}

/** @param settings of every node */
export async function startCluster(settings: Record<string, string>): Promise<Cluster> {
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const one of stops.reverse()) await one()
  }
  return start(settings, stops, stop).catch(async (error: unknown) => {
    await stop()
    throw error
  })
}

/** @param stops gets what ends each part */
async function start(
  settings: Record<string, string>,
  stops: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Cluster> {
  const scratch = scratchFolder()
  stops.push(scratch.remove)
  const inFolder = (name: string) => join(scratch.path, name)
  for (const name of ['database', 's3']) mkdirSync(inFolder(name))
  const database = await startEmbedded(inFolder('database'), createLog('silent'), {
    max_connections: '200',
    track_functions: 'pl',
  })
  stops.push(database.stop)
  let redis = await startRedis()
  stops.push(() => redis.stop())
  const redisPort = Number(new URL(redis.url).port)
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: inFolder('s3'),
    configureBuckets: [{ name: 'community', configs: [] }],
  })
  const s3Port = ((await s3.run()) as AddressInfo).port
  stops.push(() => s3.close())
  const ports = Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, await freePort()])),
  ) as Record<Name, number>
  const haproxy = await startHaproxy(inFolder('haproxy.cfg'), ports)
  stops.push(haproxy.stop)
  const common: Record<string, string> = {
    SITE_URL: haproxy.url,
    DATABASE_URL: database.ownerUrl,
    REDIS_URL: redis.url,
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_BUCKET: 'community',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    SEED: 'sample',
    ...settings,
  }
  const startNode = async (name: Name, more: Record<string, string> = {}) => {
    const own = inFolder(name)
    mkdirSync(own, { recursive: true })
    const keys = inFolder('one/secrets.json')
    if (name !== 'one' && existsSync(keys)) copyFileSync(keys, join(own, 'secrets.json'))
    const node = await startServer({ ...common, DATA_DIR: own, PORT: String(ports[name]), ...more })
    return { ...node, url: `http://127.0.0.1:${ports[name]}` }
  }
  const first = await startNode('one')
  stops.push(first.stop)
  await haproxy.inService(['one'])
  return {
    site: { ...first, url: haproxy.url },
    strict: { ...first, url: haproxy.strictUrl },
    first,
    folder: scratch.path,
    redis: () => redis,
    restartRedis: async () => {
      redis = await startRedis(redisPort)
    },
    start: startNode,
    inService: haproxy.inService,
    settings: common,
    stop,
  }
}

/** The sample's configuration with this machine's addresses. */
async function startHaproxy(file: string, ports: Record<Name, number>) {
  const program = findProgram(['haproxy'], 'haproxy', 'HAPROXY')
  const [port, strictPort, statusPort] = [await freePort(), await freePort(), await freePort()]
  const kept = readFileSync(SAMPLE, 'utf8')
    .split('\n')
    .filter((line) => !/^\s+(?:bind|server|user|group|maxconn|log|http-request redirect)\b/.test(line))
    .join('\n')
  const serversWith = (health: (name: Name) => string) =>
    NAMES.map((name) => `    server ${name} 127.0.0.1:${ports[name]} ${health(name)}`).join('\n')
  const servers = serversWith(() => 'check')
  const [head = '', frontend = '', backend = '', assets = ''] = kept.split(/^(?=frontend|backend)/m)
  const bound = (name: string, to: string, at: number) =>
    frontend.replace('frontend site', `frontend ${name}\n    bind 127.0.0.1:${at}`).replace('nodes', to)
  writeFileSync(
    file,
    [
      head,
      bound('site', 'nodes', port),
      `${backend.trimEnd()}\n${servers}\n\n`,
      // The same without retries, which would hide what a restart costs.
      bound('strict', 'strict', strictPort),
      `${backend.trimEnd().replace('backend nodes', 'backend strict\n    retries 0')}\n${servers}\n\n`,
      `${assets.trimEnd()}\n${serversWith((name) => `track nodes/${name}`)}\n\n`,
      `frontend status\n    bind 127.0.0.1:${statusPort}\n    stats enable\n    stats uri /\n`,
    ].join(''),
  )
  const child: ChildProcess = spawn(program, ['-q', '-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  const states = async () => {
    const answer = await fetch(`http://127.0.0.1:${statusPort}/;csv`).catch(() => null)
    return new Map(
      ((await answer?.text()) ?? '')
        .split('\n')
        .map((line) => line.split(','))
        .filter(([of]) => of === 'nodes' || of === 'strict')
        .map((cells) => [`${cells[0]} ${cells[1]}`, cells[17] ?? '']),
    )
  }
  return {
    url: `http://127.0.0.1:${port}`,
    strictUrl: `http://127.0.0.1:${strictPort}`,
    inService: async (names: readonly Name[]) => {
      for (let attempt = 0; attempt < 300; attempt += 1) {
        const now = await states()
        const isUp = (name: Name) => ['nodes', 'strict'].every((of) => now.get(`${of} ${name}`) === 'UP')
        if (names.every(isUp)) return
        await sleep(100)
      }
      throw new Error(`HAProxy does not use ${names.join(', ')}: ${JSON.stringify([...(await states())])}`)
    },
    stop: async () => {
      process.off('exit', end)
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
