// Restores a backup into a scratch folder, which proves that it can be restored: a restore compares counts and hashes of
// what the database and the files then have with those of the archive's manifest.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { connect } from '../database/connection.ts'
import { startEmbedded } from '../database/embedded.ts'
import type { Migrations } from '../database/migrate.ts'
import { createLog } from '../log.ts'
import { createDiskBackend } from '../storage/backends/disk.ts'
import { readFrom } from './location.ts'
import { RestoreError, restoreBackup } from './restore.ts'

/**
 * @param location of the backup
 * @returns what to print, and whether the backup is whole
 * @throws ConfigError when there is nothing to read
 */
export async function verifyBackup(
  location: string,
  config: Pick<Config, 's3' | 'backupPassphrase'>,
  migrations: Migrations,
): Promise<{ lines: string[]; isWhole: boolean }> {
  const input = await readFrom(location, config)
  const dataDir = await mkdtemp(join(tmpdir(), 'arthachowk-verify-'))
  try {
    const embedded = await startEmbedded(dataDir, createLog('silent'))
    const sql = connect(embedded.ownerUrl, { max: 1 })
    try {
      const { head, manifest, hasKeys } = await restoreBackup({
        input,
        ownerUrl: embedded.ownerUrl,
        sql,
        backend: createDiskBackend(join(dataDir, 'storage/files')),
        dataDir,
        passphrase: config.backupPassphrase,
        migrations,
      })
      const tables = Object.entries(manifest.tables).filter(([, { count }]) => count > 0)
      const { files, missingFiles } = manifest
      return {
        isWhole: true,
        lines: [
          `${location} can be restored: made at ${head.createdAt}, PostgreSQL ${head.postgres}.`,
          ...tables.map(([name, { count }]) => `  ${String(count).padStart(9)}  ${name}`),
          `  ${String(files.count).padStart(9)}  files, ${files.bytes} bytes`,
          ...(missingFiles > 0 ? [`${missingFiles} files were missing when it was made.`] : []),
          hasKeys
            ? 'It has the keys.'
            : 'It does not have the keys: keep secrets.json of the data folder too.',
        ],
      }
    } finally {
      await sql.end()
      await embedded.stop()
    }
  } catch (error) {
    if (!(error instanceof RestoreError)) throw error
    return { isWhole: false, lines: [`${location} cannot be restored: ${error.message}`] }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
