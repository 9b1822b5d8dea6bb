// One site for the whole run. Its log goes to a file, because the tests run in other processes.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../support/server.ts'

/** Reports that a mail was refused, as a mail provider does. */
export const BOUNCE_SECRET = 'of the journeys alone'

/** @returns a function that stops the site */
export default async function startSite(): Promise<() => Promise<void>> {
  const site = await startServer({ SEED: 'sample', RATE_LIMITS: 'off', BOUNCE_SECRET })
  const path = join(site.dataDir, 'site.log')
  const file = createWriteStream(path)
  site.process.stdout?.pipe(file)
  site.process.stderr?.pipe(file)
  process.env.E2E_URL = site.url
  process.env.E2E_PUBLISHABLE_KEY = site.publishableKey
  process.env.E2E_LOG = path
  return () => site.stop()
}
