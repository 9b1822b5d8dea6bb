// A full disk: reads work, writes are refused with a message, and the site recovers when there is space again. Needs root
// to mount a small disk.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postReply, signUpMembers } from '../../bench/members.ts'
import type { Row } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'
import { openLedger, openThreads, wrongCounters } from './ledger.ts'
import { scratchFolder } from './scratch.ts'

const DISK = '400m'
const RECOVERED_WITHIN_S = 10

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
    fill(join(data, 'filler'))
    const until = performance.now() + 10_000
    let missingPages = 0
    while (performance.now() < until) {
      const response = await postReply(
        site,
        members[0] ?? { id: '', token: '' },
        threads[0] ?? '',
        largeText(),
      )
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if ((await fetch(`${site.url}/forums`)).status !== 200) missingPages += 1
      await sleep(50)
    }
    rmSync(join(data, 'filler'))
    const freedAt = performance.now()
    const ledger = openLedger(site, members, threads)
    while (ledger.acknowledged.length === 0) {
      if (performance.now() - freedAt > 60_000)
        throw new Error('writes still fail although there is space again')
      await sleep(50)
    }
    const recovered = (performance.now() - freedAt) / 1_000
    await ledger.close()
    const wrong = await wrongCounters(site.adminDatabaseUrl)
    const others = [...statuses].filter(([status]) => ![201, 503, 504, 507].includes(status))
    const noneExpected = { unit: '', ceiling: 0, aim: 0 }
    return [
      {
        what: 'disk full: writes with a status other than 201, 503, 504, 507',
        ...noneExpected,
        value: others.reduce((sum, [, times]) => sum + times, 0),
        note: [...statuses].map(([status, times]) => `${times} × ${status}`).join(', '),
      },
      { what: 'disk full: pages that were not served', value: missingPages, ...noneExpected },
      {
        what: 'disk full: time until writes work again',
        value: recovered,
        unit: 's',
        ceiling: RECOVERED_WITHIN_S,
        aim: 3,
      },
      { what: 'disk full: wrong counters', value: wrong, ...noneExpected },
    ]
  } finally {
    await site.stop()
    execFileSync('umount', ['-l', data])
    folder.remove()
  }
}

/** Uses all the remaining space. */
function fill(file: string): void {
  const piece = Buffer.alloc(1024 * 1024)
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** So large a text that PostgreSQL needs space for it. */
function largeText(): string {
  return `<p>${Array.from({ length: 2_000 }, () => Math.random().toString(36).slice(2, 10)).join(' ')}</p>`
}
