// The settings of backups and of the archive of PostgreSQL's log.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { defineSettings, onOff, optional, parsedBy, secret, whole } from '../setting-group.ts'
import type { S3Settings } from '../storage/settings.ts'

const folderOrPrefix = optional(
  z
    .string()
    .regex(
      /^(?:s3:\/\/[^/]+\/(?:.*\/)?|(?!s3:).*\/)$/,
      'must be a folder that ends with /, or s3://bucket/prefix/',
    ),
)

/** Two in the morning in India. */
const NIGHTLY = '30 20 * * *'

export const BACKUP_SETTINGS = defineSettings(
  {
    location: ['BACKUP_TO', folderOrPrefix],
    schedule: ['BACKUP_SCHEDULE', parsedBy(parseSchedule).transform((schedule) => schedule ?? NIGHTLY)],
    keep: ['BACKUP_KEEP', whole(1, 1_000).default(7)],
    /** Encrypts the keys in a backup; null: backups have none. */
    backupPassphrase: ['BACKUP_PASSPHRASE', secret(optional(z.string()))],
    /** Whether a new site may begin where backups of one are. */
    newSite: ['NEW_SITE', onOff('off')],
    archiveTo: ['WAL_ARCHIVE_TO', folderOrPrefix],
  },
  ({ location, schedule, keep, ...values }) => ({
    ...values,
    /** Scheduled backups; null: none. */
    backups: location ? { location, schedule, keep } : null,
    /** Scheduled base copies for the archive; null: none. */
    baseCopies: values.archiveTo ? { schedule, keep } : null,
  }),
)

/**
 * Where the log of the bundled PostgreSQL is archived; null: nowhere.
 * @throws ConfigError
 */
export function walArchive(
  to: string | null,
  given: { databaseUrl: string | null; passphrase: string | null; s3: S3Settings | null },
) {
  const { databaseUrl, passphrase, s3 } = given
  if (!to) return null
  if (databaseUrl) {
    throw new ConfigError(
      'WAL_ARCHIVE_TO is for the built-in database; archive the log of DATABASE_URL’s server with its own tools',
    )
  }
  const isS3 = to.startsWith('s3://')
  if (isS3 && !s3) {
    throw new ConfigError('WAL_ARCHIVE_TO needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  // PostgreSQL runs what archives it in another folder.
  return { location: isS3 ? to : join(resolve(to), '/'), s3, passphrase }
}

const require = createRequire(import.meta.url)

/**
 * A crontab expression in UTC. The package is loaded for one only: settings are read before PostgreSQL starts.
 * @throws Error describing the accepted form
 */
function parseSchedule(text: string): string {
  try {
    const { parseCronItems } = require('graphile-worker') as typeof import('graphile-worker')
    parseCronItems([{ task: 'backup', match: text }])
  } catch {
    throw new Error('must be a crontab expression in UTC, like 30 20 * * *')
  }
  return text
}
