// The site's public settings in memory: every page shows them, and they rarely change. Every node receives changes as
// events; rendering waits for pending ones, so no page is cached with old settings.
import { runLatest } from '../../api/concurrency.ts'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Logger } from '../../api/log.ts'
import type { SiteInfo } from '../../shared/site.ts'

/** Delay before a retry. */
const RETRY_MS = 1_000

/** Reads the settings and keeps them. */
export async function openSite(options: {
  db: Database
  log: Logger
  url: string
  publishableKey: string
  isSignUpOpen: boolean
}) {
  const { db, log, url, publishableKey, isSignUpOpen } = options
  const read = async () => ({ ...(await readSettings(db)), url, publishableKey, isSignUpOpen })
  let current = await read()
  const readAgain = runLatest(async () => {
    current = await read()
  })
  let reading: Promise<void> = Promise.resolve()
  const renew = (): Promise<void> => {
    reading = readAgain().catch((error: unknown) => {
      log.warn({ err: error }, 'site.settings_read_failed')
      // Pages do not wait: without a database they use the old settings.
      setTimeout(() => void renew(), RETRY_MS).unref()
    })
    return reading
  }
  return {
    now: (): SiteInfo => current,
    /** Reloads the settings. Never rejects: on failure they stay unchanged, and the error is logged. */
    renew,
    /** The settings after all received changes were read. */
    settled: async () => {
      await reading
      return current
    },
  }
}

type Settings = Omit<SiteInfo, 'url' | 'publishableKey' | 'isSignUpOpen'>

async function readSettings(db: Database): Promise<Settings> {
  const [row] = await asService(
    db,
    (sql) => sql<Settings[]>`
      select site_name as name, site_description as description, tagline, legal_entity as "legalEntity",
        headline_figures as "headlineFigures", maintenance_mode as maintenance,
        json_build_object('hi', json_strip_nulls(json_build_object(
          'description', nullif(site_description_hi, ''), 'tagline', nullif(tagline_hi, '')
        ))) as translations
      from public.site_settings`,
  )
  if (!row) throw new Error('site_settings holds no row')
  return row
}
