import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { createLog } from '../log.ts'
import { guest } from '../viewer.ts'
import type { Binding } from './bindings.ts'
import { createChanges } from './changes.ts'
import type { Channel } from './channel.ts'
import type { Published } from './published.ts'
import type { Subscribers } from './subscribers.ts'

const BINDING: Binding = { id: 1, operation: '*', table: null, conditions: [], filter: '', select: null }
const TABLE = {
  schema: 'public',
  name: 'threads',
  columns: [],
  keys: [{ name: 'id', type: 'uuid', sqlType: 'uuid', readers: ['anon'] }],
}
const EVENT = { table: 'threads', op: 'INSERT', id: '00000000-0000-4000-8000-000000000000' } as const

/** One subscriber, whose rows cannot be read. */
function deaf() {
  const channel = { bindings: [BINDING] } as unknown as Channel
  const idle = { bindings: [] as Binding[] } as unknown as Channel
  const subscriber = { viewer: guest('127.0.0.1'), channels: new Set([channel, idle]) }
  const missed: Channel[] = []
  const changes = createChanges({
    db: {
      pool: { reserve: () => Promise.reject(new Error('the connection is lost')) },
    } as unknown as Database,
    log: createLog('silent'),
    subscribers: { all: () => [subscriber] } as unknown as Subscribers<Channel>,
    published: { find: () => TABLE } as unknown as Published,
    revoked: () => undefined,
    missed: (one) => missed.push(one),
  })
  return { channel, missed, changes }
}

test('a subscriber that missed a change is told so, and subscribes again', async () => {
  const { channel, missed, changes } = deaf()
  changes.take(EVENT)
  await expect.poll(() => missed).toEqual([channel])
})

test('the queue of rows to read is limited: beyond it subscribers start over', () => {
  const { channel, missed, changes } = deaf()
  for (let count = 0; count < 10_000; count += 1) changes.take(EVENT)
  expect(missed).toEqual([])
  changes.take(EVENT)
  expect(missed).toEqual([channel])
})
