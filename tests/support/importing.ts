// A database that dumps of other forums are loaded into, and what a test asks of it afterwards.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../api/database/connection.ts'
import { createDiskBackend } from '../../api/storage/backends/disk.ts'
import { importForum } from '../../server/import/import.ts'
import type { Source } from '../../server/import/records.ts'
import { startDatabase } from './database.ts'

export type Importing = Awaited<ReturnType<typeof startImporting>>

export async function startImporting() {
  const database = await startDatabase()
  const sql = connect(database.ownerUrl, { max: 4 })
  const folder = mkdtempSync(join(tmpdir(), 'arthachowk-import-'))
  return {
    sql,
    folder,
    load: async (source: Source, file: string, uploads: string | null = null) => {
      const backend = createDiskBackend(join(folder, 'storage'))
      const { added, report } = await importForum({
        sql,
        backend,
        dataDir: folder,
        source,
        file,
        uploads,
        say: () => undefined,
      })
      return { added, report: readFileSync(report, 'utf8').trim().split('\n') }
    },
    write: (name: string, content: string | Buffer): string => {
      const file = join(folder, name)
      writeFileSync(file, content)
      return file
    },
    /** The counters that are wrong. */
    wrongCounts: () => sql`select * from private.recount() where corrected > 0`,
    stop: async () => {
      await sql.end()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
