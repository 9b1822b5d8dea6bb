// Scheduled backups. A program of its own makes each, so that visitors do not wait for its hashes and compression.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '../api/config.ts'
import type { Job } from '../api/jobs/job.ts'
import type { Logger } from '../api/log.ts'

const PROGRAM = join(import.meta.dirname, '../scripts/backup.ts')

/** None unless BACKUP_TO is set. BACKUP_PASSPHRASE adds the keys. */
export function backupJobs(
  { backups, backupPassphrase }: Pick<Config, 'backups' | 'backupPassphrase'>,
  log: Logger,
): Job[] {
  if (!backups) return []
  const { location, schedule, keep } = backups
  const args = [location, '--keep', String(keep), ...(backupPassphrase ? ['--with-keys'] : [])]
  return [
    {
      name: 'back the site up',
      schedule,
      catchUpHours: 12,
      // Not waited for: a backup may take longer than a task of the queue. The program lets no second one begin.
      run: async () => {
        execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
          if (error) log.error({ error: stderr.trim() || error.message }, 'backup.failed')
          else log.info({ result: stdout.trim() }, 'backup.made')
        })
        return 0
      },
    },
  ]
}
