// Refuses to begin a new site where backups say that there was one: its disk may not be mounted, and an empty site would
// go on under its address.
import { type Config, ConfigError } from '../config.ts'
import { filesIn } from './location.ts'
import { archivesAt, originOf } from './rotation.ts'

/**
 * Called before a database is made, or filled for the first time.
 * @throws ConfigError unless NEW_SITE is on
 */
export async function assertNotLost(
  config: Pick<Config, 'backups' | 's3' | 'secrets' | 'siteUrl' | 'newSite' | 'dataDir'>,
): Promise<void> {
  const { backups, siteUrl, newSite, dataDir } = config
  if (backups === null || siteUrl === null || newSite) return
  const archives = await filesIn(backups.location, config).catch((error: Error) => {
    throw new ConfigError(`BACKUP_TO ${backups.location} cannot be read: ${error.message}`)
  })
  const found = archivesAt(originOf(config), archives)
  const latest = found.at(-1)
  if (latest === undefined) return
  throw new ConfigError(
    `There is no site in DATA_DIR ${dataDir}, and BACKUP_TO has ${found.length} backups of ${siteUrl}. Is its disk mounted? ` +
      `To restore: npm run restore -- ${backups.location}${latest}. To begin a new site: NEW_SITE=on`,
  )
}
