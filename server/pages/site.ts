// The site's public settings in memory: every page shows them, and they change once a year.

import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'

/** The public part of `site_settings`, with what the browser needs to call the contract. */
export type SiteInfo = {
  name: string
  description: string
  tagline: string
  legalEntity: string
  url: string
  publishableKey: string
  headlineFigures: 'fixed' | 'live'
}

/** Reads the settings row. */
export async function readSite(db: Database, url: string, publishableKey: string): Promise<SiteInfo> {
  const [row] = await asService(
    db,
    (sql) => sql<
      {
        name: string
        description: string
        tagline: string
        legalEntity: string
        headlineFigures: 'fixed' | 'live'
      }[]
    >`
      select site_name as name, site_description as description, tagline,
             legal_entity as "legalEntity", headline_figures as "headlineFigures"
      from public.site_settings`,
  )
  if (!row) throw new Error('site_settings holds no row')
  return { ...row, url, publishableKey }
}
