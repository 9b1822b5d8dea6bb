// Redis between nodes: shared counters, and the behaviour while it does not respond.
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../tests/support/redis.ts'
import { inRedis } from './limits/counters.ts'
import { defineRules } from './limits/rules.ts'
import type { OpenPubSub } from './realtime/bus.ts'
import { redisPubSub } from './realtime/pubsub-redis.ts'
import { openRedis, type Redis } from './redis.ts'

const KEYS = { site: 'k'.repeat(32), otherSite: 'o'.repeat(32) }
const RULE = defineRules({ drill: { points: 3, seconds: 60, by: 'address' } }).drill

let server: TestRedis
let port: number
const opened: Redis[] = []
const lines: { msg: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })

beforeAll(async () => {
  server = await startRedis()
  port = Number(new URL(server.url).port)
})
afterAll(async () => {
  for (const redis of opened) redis.close()
  await server.stop()
})

async function open(key: string): Promise<Redis> {
  const redis = await openRedis(server.url, key, log)
  opened.push(redis)
  return redis
}

/** A transport between nodes that records its messages. */
function recorded(): { open: OpenPubSub; texts: string[] } {
  const texts: string[] = []
  const publish = async (text: string) => {
    texts.push(text)
  }
  return { open: () => Promise.resolve({ publish, close: () => Promise.resolve() }), texts }
}

test('a limit is that of all nodes of a site, and of no other site', async () => {
  const [one, other, stranger] = [await open(KEYS.site), await open(KEYS.site), await open(KEYS.otherSite)]
  const counters = [one, other].map((redis) => inRedis(redis)(RULE))
  const waits: number[] = []
  for (let turn = 0; turn < 6; turn += 1) waits.push((await counters[turn % 2]?.take('somebody')) ?? 0)
  expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, true, true, true])
  expect(await inRedis(stranger)(RULE).take('somebody')).toBe(0)
})

test('without it each node counts for itself, messages take the other way, and both are said once', async () => {
  const [one, other] = [await open(KEYS.site), await open(KEYS.site)]
  const [counter, elsewhere] = [inRedis(one)(RULE), inRedis(other)(RULE)]
  const around = recorded()
  const heard: string[] = []
  const hears = (text: string) => heard.push(text)
  const pubsub = await redisPubSub(one, around.open)(hears, () => undefined)
  await redisPubSub(other, recorded().open)(hears, () => undefined)
  await pubsub.publish('by Redis')
  await expect.poll(() => heard).toEqual(['by Redis', 'by Redis'])
  lines.length = 0
  await server.kill()
  await expect.poll(() => one.isUp() || other.isUp()).toBe(false)
  await pubsub.publish('around')
  expect(around.texts).toEqual(['around'])
  for (const node of [counter, elsewhere]) {
    for (let turn = 0; turn < RULE.points; turn += 1) expect(await node.take('anybody')).toBe(0)
    expect(await node.take('anybody')).toBeGreaterThan(0)
  }
  const late = await open(KEYS.site)
  expect(late.isUp()).toBe(false)
  server = await startRedis(port)
  await expect.poll(() => [one, other, late].every((redis) => redis.isUp()), { timeout: 5_000 }).toBe(true)
  // Other nodes may not have reconnected yet.
  await pubsub.publish('still around')
  expect(around.texts).toEqual(['around', 'still around'])
  expect(await counter.take('anybody')).toBe(0)
  const events = lines.map(({ msg }) => msg)
  const clients = opened.length
  expect(events.filter((event) => event === 'redis.unreachable')).toHaveLength(clients)
  expect(events.filter((event) => event === 'redis.reachable')).toHaveLength(clients)
  expect(events).toHaveLength(2 * clients)
})
