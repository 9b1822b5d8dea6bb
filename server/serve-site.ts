// Starts the site: settings, database, sample community, pages and API.
import { existsSync } from 'node:fs'
import { assertNotLost } from '../api/backup/lost-site.ts'
import { ConfigError } from '../api/config-error.ts'
import { clusterIn } from '../api/database/embedded.ts'
import { serve } from '../api/process.ts'
import { SITE_MIGRATIONS } from './migrations.ts'
import type { SiteOptions } from './start.ts'

const site = () => import('./start.ts')

/** @param options what no setting changes; tests shorten the pauses of jobs */
export function serveSite(options: SiteOptions = {}): void {
  serve({
    migrations: SITE_MIGRATIONS,
    check: async (config) => {
      if (config.files.asIs.length > 0) {
        throw new ConfigError(
          'STORE_AS_IS is for the API alone (npm run api): the site decodes every picture',
        )
      }
      if (config.databaseUrl === null && !existsSync(clusterIn(config.dataDir))) await assertNotLost(config)
    },
    load: async () => (await site()).loadPages(),
    start: async (served) => (await site()).startSite(served, options),
    announce: (url, { announced }) => {
      process.stdout.write(`\n  ArthaChowk is open at ${url}\n`)
      if (announced.adminLink) {
        process.stdout.write(`  Become its administrator (one use, one day): ${announced.adminLink}\n`)
      }
      process.stdout.write('\n')
    },
  })
}
