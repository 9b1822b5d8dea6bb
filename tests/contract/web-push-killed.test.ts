// A process that is killed in the middle of its web push messages, and the one that goes on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newEmail, newMember, openDatabase } from '../support/identity.ts'
import { decrypt, newDevice, startPushService } from '../support/push-service.ts'
import { startServer } from '../support/server.ts'

const MEMBERS = 3
const DEVICES = 10
/** What one process sends at the same time. */
const ON_THE_WAY = 20

test('a killed process leaves the rest to the next one; only what no push service had confirmed comes again, in the place of the first', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'arthachowk-push-'))
  const killed = await startPushService()
  const start = (more = {}) =>
    startServer({ DATA_DIR: dataDir, ...killed.env, ...more }, { entry: 'impatient' })
  const first = await start()
  const db = openDatabase(first)
  await db`update public.site_settings set web_push = true`
  const all = []
  for (let index = 0; index < MEMBERS; index += 1) {
    const { user } = await newMember(first, newEmail())
    const own = Array.from({ length: DEVICES }, () => newDevice())
    await db`
      insert into public.push_subscriptions ${db(own.map(({ pair: _, ...device }) => ({ ...device, user_id: user.id })))}`
    await db`insert into public.notifications (user_id, kind, detail) values (${user.id}, 'level_changed', 'Expert')`
    all.push(...own)
  }
  const exited = new Promise((resolve) => first.process.once('exit', resolve))
  killed.hold(true)
  await db`update private.notification_pushes set due_at = now()`
  await expect.poll(() => killed.all().length, { timeout: 15_000 }).toBe(ON_THE_WAY)
  first.process.kill('SIGKILL')
  await exited
  await db.end({ timeout: 1 })
  killed.hold(false)
  const second = await start({ RATE_LIMITS: 'on' })
  try {
    const again = openDatabase(second)
    await again`update private.notification_pushes set due_at = now()`
    const left = async () =>
      (await again`select from private.notification_pushes where sent_at is null`).length
    await expect.poll(left, { timeout: 15_000 }).toBe(0)
    await again.end()
    const came = all.map((device) => killed.to(device).map((one) => decrypt(device, one).tag))
    expect(came.every((tags) => tags.length > 0 && new Set(tags).size === 1)).toBe(true)
    expect(came.flat()).toHaveLength(MEMBERS * DEVICES + ON_THE_WAY)

    // Nobody tries secrets without end.
    const guesses = Array.from({ length: 21 }, () =>
      fetch(`${second.url}/push/renewal`, { method: 'POST', body: '{}' }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array<number>(20).fill(400), 429])
  } finally {
    await second.stop()
    await killed.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)
