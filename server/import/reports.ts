// What an import leaves in the data folder: a report with names of members, and the uploads of an unfinished import.
// Both are deleted after a month.
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from '../../api/database/connection.ts'
import type { Logger } from '../../api/log.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_MS = 30 * DAY_MS
// biome-ignore lint/suspicious/noControlCharactersInRegex: what the source wrote must not steer a terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

/** The folder of all imports. */
export function importsFolder(dataDir: string): string {
  return join(dataDir, 'imports')
}

/** Writes the notes of an import, one a line. @returns the file, and the number of its lines */
export async function writeReport(
  sql: Sql,
  folder: string,
  source: string,
): Promise<{ report: string; notes: number }> {
  const report = join(folder, `${source}-${new Date().toISOString().replace(/[:.]/g, '-')}.txt`)
  let notes = 0
  const lines = async function* () {
    const found = sql<{ kind: string; id: string; note: string }[]>`
      select distinct kind, id, note from private.import_notes order by kind, id, note`
    for await (const rows of found.cursor(1_000)) {
      notes += rows.length
      yield rows.map(({ kind, id, note }) => `${`${kind} ${id}: ${note}`.replace(CONTROL, ' ')}\n`).join('')
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(report, { mode: 0o600 }))
  return { report, notes }
}

/** Deletes what is older than 30 days. @returns how many files and folders */
export async function deleteOldReports(dataDir: string): Promise<number> {
  const folder = importsFolder(dataDir)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let deleted = 0
  for (const name of names) {
    const path = join(folder, name)
    // Null: deleted meanwhile.
    const found = await stat(path).catch(() => null)
    if (!found || found.mtimeMs > Date.now() - KEPT_MS) continue
    await rm(path, { recursive: true, force: true })
    deleted += 1
  }
  return deleted
}

/**
 * Deletes old reports at once and daily. Each process does this, rather than one job of the site, because a report is
 * in the data folder of the machine that ran the import.
 * @returns a function that stops it
 */
export function keepDeletingReports(dataDir: string, log: Logger): () => void {
  const work = () =>
    deleteOldReports(dataDir).catch((error: unknown) => log.error({ err: error }, 'import.cleanup_failed'))
  void work()
  const timer = setInterval(work, DAY_MS).unref()
  return () => clearInterval(timer)
}
