// A full disk: reading works, writing is refused with a message, and the site recovers when there is room again. Needs
// root, for a small disk of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUpMembers } from '../../bench/members.ts'
import type { Row } from '../../bench/report.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openLedger, openThreads, wrongCounters } from './ledger.ts'
import { scratchFolder } from './scratch.ts'

const DISK = '400m'
const HEALED_WITHIN_S = 10

export async function fullDisk(): Promise<Row[]> {
  const folder = scratchFolder()
  const data = join(folder.path, 'disk')
  mkdirSync(data)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', data])
  const site = await startServer({ SEED: 'sample', DATA_DIR: data })
  try {
    const members = await signUpMembers(site, 4)
    const threads = await openThreads(site, 4)
    const statuses = new Map<number, number>()
    fill(join(data, 'ballast'))
    const until = performance.now() + 10_000
    let unread = 0
    while (performance.now() < until) {
      const [member] = members
      const status = await upload(site, member?.token ?? '', threads[0] ?? '', member?.id ?? '')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if ((await fetch(`${site.url}/forums`)).status !== 200) unread += 1
      await sleep(50)
    }
    rmSync(join(data, 'ballast'))
    const roomAt = performance.now()
    const ledger = openLedger(site, members, threads)
    while (ledger.acknowledged.length === 0) {
      if (performance.now() - roomAt > 60_000)
        throw new Error('nobody can write although there is room again')
      await sleep(50)
    }
    const healed = (performance.now() - roomAt) / 1_000
    await ledger.close()
    const wrong = await wrongCounters(site.adminDatabaseUrl)
    const others = [...statuses].filter(([status]) => ![201, 503, 504, 507].includes(status))
    const none = { unit: '', ceiling: 0, aim: 0 }
    return [
      {
        what: 'disk full: writes answered other than 201, 503, 504, 507',
        ...none,
        value: others.reduce((sum, [, times]) => sum + times, 0),
        note: [...statuses].map(([status, times]) => `${times} × ${status}`).join(', '),
      },
      { what: 'disk full: pages that were not read', value: unread, ...none },
      {
        what: 'disk full: writes again when there is room',
        value: healed,
        unit: 's',
        ceiling: HEALED_WITHIN_S,
        aim: 3,
      },
      { what: 'disk full: wrong counters', value: wrong, ...none },
    ]
  } finally {
    await site.stop()
    execFileSync('umount', ['-l', data])
    folder.remove()
  }
}

/** Takes all the room that is left. */
function fill(file: string): void {
  const piece = Buffer.alloc(1024 * 1024)
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** A large reply, so that PostgreSQL needs room for it. */
async function upload(site: TestServer, token: string, threadId: string, authorId: string): Promise<number> {
  const answer = await fetch(`${site.url}/rest/v1/replies`, {
    method: 'POST',
    headers: {
      apikey: site.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      thread_id: threadId,
      author_id: authorId,
      content: `<p>${Array.from({ length: 2_000 }, () => Math.random().toString(36).slice(2, 10)).join(' ')}</p>`,
    }),
  })
  await answer.arrayBuffer()
  return answer.status
}
