// What every page knows of the site it is on. Filled by the server from its settings (server/pages/site.ts).
import { useRouteLoaderData } from 'react-router'

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

/**
 * The site's own settings, for any component: the name of the product is one of them, never a literal.
 */
export function useSite(): SiteInfo {
  const data = useRouteLoaderData<() => { site: SiteInfo }>('root')
  if (!data) throw new Error('the root loader has not run')
  return data.site
}
