// What every page knows of the site it is on. Filled by the server from its settings (server/pages/site.ts).

export type SiteInfo = {
  name: string
  description: string
  tagline: string
  legalEntity: string
  url: string
  publishableKey: string
  headlineFigures: 'fixed' | 'live'
  /** Only administrators see the pages. */
  maintenance: boolean
}
