// What every page knows of the site it is on. Filled by the server from its settings (server/pages/site.ts).

export type SiteInfo = {
  name: string
  description: string
  tagline: string
  legalEntity: string
  url: string
  publishableKey: string
  headlineFigures: 'fixed' | 'live'
  /** Whether new accounts can be made. */
  isSignUpOpen: boolean
  /** Only administrators see the pages. */
  maintenance: boolean
}

/** Who runs the site, for a sentence that has named it already: its name twice would say nothing. */
export function runBy({ name, legalEntity }: Pick<SiteInfo, 'name' | 'legalEntity'>): string {
  return legalEntity === name ? 'its own team' : legalEntity
}
