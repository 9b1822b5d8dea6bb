// The site's public settings in memory: every page shows them, and they change once a year. A change reaches every
// node as a change event; whoever renders meanwhile waits for it, so that no page is kept with the old ones.

import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Logger } from '../../api/log.ts'

/** The public part of `site_settings`, with what the browser needs to call the contract. */
export type SiteInfo = {
  name: string
  description: string
  tagline: string
  legalEntity: string
  url: string
  publishableKey: string
  headlineFigures: 'fixed' | 'live'
  /** Whether new accounts can be made (DISABLE_SIGNUP). */
  isSignUpOpen: boolean
  /** Only administrators see the pages. */
  maintenance: boolean
}

export type Site = {
  now(): SiteInfo
  /** Reads the settings anew. Never fails: what cannot be read stays as it was, and is in the log. */
  renew(): Promise<void>
  /** What holds once every change that was heard of has been read. */
  settled(): Promise<SiteInfo>
}

/** Until settings that could not be read are read again. */
const RETRY_MS = 1_000

/** Reads the settings and keeps them. */
export async function openSite(options: {
  db: Database
  log: Logger
  url: string
  publishableKey: string
  isSignUpOpen: boolean
}): Promise<Site> {
  const { db, log, url, publishableKey, isSignUpOpen } = options
  const read = async () => ({ ...(await readSettings(db)), url, publishableKey, isSignUpOpen })
  let current = await read()
  let reading: Promise<void> = Promise.resolve()
  const renew = (): Promise<void> => {
    // One after another: the last one heard of is the last one read.
    reading = reading.then(async () => {
      current = await read()
    })
    reading = reading.catch((error: unknown) => {
      log.warn({ err: error }, 'site.settings_read_failed')
      // Pages don't wait for it: without a database they are answered as they were.
      setTimeout(() => void renew(), RETRY_MS).unref()
    })
    return reading
  }
  return {
    now: () => current,
    renew,
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
        headline_figures as "headlineFigures", maintenance_mode as maintenance
      from public.site_settings`,
  )
  if (!row) throw new Error('site_settings holds no row')
  return row
}
