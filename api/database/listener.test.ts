// The LISTEN connection, over a network that can fail.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTcpDatabase, type TcpDatabase } from '../../tests/support/tcp-database.ts'
import { createLog } from '../log.ts'
import { connect } from './connection.ts'
import { Listener } from './listener.ts'

let database: TcpDatabase
let isUnresponsive = false
/** Far above the time of a notification on a busy machine, and far below a test's timeout. */
const TIMES = { echoEveryMs: 250, deafAfterMs: 5_000 }

beforeAll(async () => {
  database = await startTcpDatabase()
}, 60_000)
afterAll(() => database?.stop())

/** A listener on channel `news`, and the messages that it received. */
async function listening() {
  const heard: string[] = []
  const interruptions: number[] = []
  let lines = 0
  const listener = new Listener(
    (events) => {
      lines += 1
      return connect(database.url('postgres'), { max: 1, connect_timeout: 5, ...events } as never)
    },
    createLog('silent'),
    () => isUnresponsive,
    TIMES,
  )
  const { unlisten } = await listener.listen(
    'news',
    (payload) => {
      if (payload === 'throw') throw new Error('what was said makes no sense')
      heard.push(payload)
    },
    (missedSince) => {
      if (missedSince !== null) interruptions.push(missedSince)
    },
  )
  return { listener, unlisten, heard, interruptions, lines: () => lines }
}

/** Uses a new connection, because the others have fallen silent. */
async function say(word: string, channel = 'news'): Promise<void> {
  const own = connect(database.url('postgres'), { max: 1 })
  await own`select pg_notify(${channel}, ${word})`
  await own.end()
}

test('receives a channel until it is ended, also after a handler that throws', async () => {
  const { listener, unlisten, heard, interruptions } = await listening()
  const marks: string[] = []
  await listener.listen('marks', (payload) => marks.push(payload))
  await say('throw')
  await say('one')
  await expect.poll(() => heard).toEqual(['one'])
  await unlisten()
  await say('two')
  await say('behind it', 'marks')
  await expect.poll(() => marks).toEqual(['behind it'])
  expect([heard, interruptions]).toEqual([['one'], []])
  await listener.stop()
}, 60_000)

test('replaces a silent connection, and reports one interruption', async () => {
  const { listener, heard, interruptions, lines } = await listening()
  await say('before')
  await expect.poll(() => heard).toEqual(['before'])
  const before = Date.now()
  database.blackHole()
  await expect.poll(() => interruptions.length, { timeout: 20_000 }).toBe(1)
  expect(interruptions[0]).toBeLessThanOrEqual(before + TIMES.echoEveryMs)
  await say('after')
  await expect.poll(() => heard).toEqual(['before', 'after'])
  // Sent over the new connection, and so after a second interruption if there was one.
  expect([interruptions.length, lines()]).toEqual([1, 2])
  await listener.stop()
}, 60_000)

test('reports one interruption of a closed connection to every channel', async () => {
  const { listener, heard, interruptions } = await listening()
  const others: (number | null)[] = []
  await listener.listen(
    'others',
    () => undefined,
    (missedSince) => others.push(missedSince),
  )
  const own = connect(database.url('postgres'), { max: 1 })
  await own`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user`
  await own.end()
  await expect.poll(() => interruptions.length, { timeout: 20_000 }).toBe(1)
  expect(others).toEqual([null, interruptions[0]])
  await say('after')
  await expect.poll(() => heard).toEqual(['after'])
  expect(interruptions.length).toBe(1)
  await listener.stop()
}, 60_000)

test('keeps its connection while the database answers nobody', async () => {
  const { listener, interruptions, lines } = await listening()
  isUnresponsive = true
  database.blackHole()
  const asked = Date.now()
  // Far longer than a connection may be silent.
  await expect.poll(() => Date.now() - asked, { timeout: 20_000 }).toBeGreaterThan(1.5 * TIMES.deafAfterMs)
  expect(lines()).toBe(1)
  isUnresponsive = false
  await expect.poll(() => interruptions.length, { timeout: 20_000 }).toBe(1)
  await listener.stop()
}, 60_000)
