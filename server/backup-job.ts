// Scheduled backups. A separate process makes each one, so that its hashing and compression do not delay visitors.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '../api/config.ts'
import type { Job } from '../api/jobs/job.ts'
import type { Logger } from '../api/log.ts'

const PROGRAM = join(import.meta.dirname, '../scripts/backup.ts')

/** Of so many weeks and months one backup is kept, besides the latest BACKUP_KEEP. */
const WEEKS = 4
const MONTHS = 6

const AGAIN_AFTER_MS = 10 * 60_000

/** None unless BACKUP_TO or WAL_ARCHIVE_TO is set. BACKUP_PASSPHRASE adds the keys. */
export function backupJobs(
  { backups, backupPassphrase, baseCopies }: Pick<Config, 'backups' | 'backupPassphrase' | 'baseCopies'>,
  log: Logger,
): Job[] {
  const job = (
    name: string,
    { schedule, keep }: { schedule: string; keep: string },
    args: string[],
  ): Job => ({
    name,
    schedule,
    catchUpHours: 12,
    // Not awaited: a backup may take longer than a task of the queue. The program prevents concurrent backups.
    run: async () => {
      void backUp([...args, '--scheduled', '--keep', keep], log)
      return 0
    },
  })
  const withKeys = backupPassphrase ? ['--with-keys'] : []
  return [
    ...(backups
      ? [
          job(
            'back the site up',
            { schedule: backups.schedule, keep: `${backups.keep},${WEEKS},${MONTHS}` },
            [backups.location, ...withKeys],
          ),
        ]
      : []),
    ...(baseCopies
      ? [
          job('copy the database', { schedule: baseCopies.schedule, keep: String(baseCopies.keep) }, [
            '--base',
          ]),
        ]
      : []),
  ]
}

/** The first base copy does not wait for the night: without one, the archive of the WAL is useless. */
export function makeFirstBaseCopy({ baseCopies }: Pick<Config, 'baseCopies'>, log: Logger): void {
  if (!baseCopies) return
  const attempt = async () => {
    if (!(await backUp(['--base', '--first', '--scheduled'], log)))
      setTimeout(attempt, AGAIN_AFTER_MS).unref()
  }
  void attempt()
}

/** Runs the program. @returns whether it succeeded */
function backUp(args: string[], log: Logger): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      const result = stdout.trim()
      if (error) log.error({ error: stderr.trim() || error.message }, 'backup.failed')
      else if (result) log.info({ result }, 'backup.made')
      resolve(error === null)
    })
  })
}
