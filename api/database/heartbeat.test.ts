// After a pause of the process, a probe's response that has arrived is not treated as missing.
import { setImmediate as untilWritten } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, startDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { Heartbeat } from './heartbeat.ts'

/** Longer than the timeout of a probe. */
const STANDSTILL_MS = 1_700

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())

test('a pause of the process breaks no connection that is in use', async () => {
  const probes = connect(database.ownerUrl, { max: 1 })
  const pool = connect(database.ownerUrl, { max: 1 })
  await Promise.all([probes`select 1`, pool`select 1`])
  const heartbeat = new Heartbeat(probes, () => [pool], pino({ enabled: false }))
  try {
    // The first probe is on its way now, and its answer arrives during the standstill.
    const statement = pool`select pg_sleep(5), 1 as done`
    const outcome = statement.then(
      ([row]) => row?.done,
      (error: Error) => error.message,
    )
    await untilWritten()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS)
    expect(await outcome).toBe(1)
    expect(heartbeat.isUnresponsive).toBe(false)
  } finally {
    await heartbeat.stop()
    await pool.end({ timeout: 1 })
  }
}, 30_000)
