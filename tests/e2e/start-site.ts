// One site for the whole run. Its log goes to a file, because the tests run in other processes.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../support/server.ts'
import { claimAdmin } from './own-site.ts'

/** Reports that a mail was refused, as a mail provider does. */
export const BOUNCE_SECRET = 'of the journeys alone'

/** @returns a function that stops the site */
export default async function startSite(): Promise<() => Promise<void>> {
  const site = await startServer({ SEED: 'sample', RATE_LIMITS: 'off', BOUNCE_SECRET })
  const path = join(site.dataDir, 'site.log')
  const file = createWriteStream(path)
  site.process.stdout?.pipe(file)
  site.process.stderr?.pipe(file)
  const { url, publishableKey, adminDatabaseUrl, dataDir } = site
  process.env.E2E_SITE = JSON.stringify({ url, publishableKey, adminDatabaseUrl, dataDir })
  process.env.E2E_ADMIN = JSON.stringify(await claimAdmin(site))
  process.env.E2E_LOG = path
  return () => site.stop()
}
