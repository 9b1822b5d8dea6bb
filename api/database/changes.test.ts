import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { listenForChanges } from './changes.ts'
import type { ListeningDatabase } from './database.ts'

test('what was missed is read until it has been read, however often that fails', async () => {
  let failures = 3
  const missed = [{ payload: '{"table":"site_settings","op":"UPDATE","id":"1"}' }]
  const connection = Object.assign(() => Promise.resolve(missed), {
    unsafe: () => Promise.resolve([]),
    release: () => undefined,
  })
  const listening: ((missedSince: number | null) => void)[] = []
  const db = {
    pool: {
      reserve: () => {
        failures -= 1
        return failures >= 0 ? Promise.reject(new Error('away')) : Promise.resolve(connection)
      },
    },
    listener: {
      listen: (_channel: string, _heard: unknown, connected: (missedSince: number | null) => void) => {
        connected(null)
        listening.push(connected)
        return Promise.resolve({ unlisten: () => Promise.resolve() })
      },
    },
  } as unknown as ListeningDatabase
  const changed: string[] = []
  let interrupted = 0
  const stop = await listenForChanges(db, createLog('silent'), {
    changed: ({ table }) => changed.push(table),
    interrupted: () => {
      interrupted += 1
    },
  })
  expect(changed).toEqual([])
  // The connection was lost and is back.
  for (const again of listening) again(Date.now())
  await expect.poll(() => changed).toEqual(['site_settings'])
  expect(interrupted).toBe(1)
  await stop()
})
