// The site's public settings: server/pages/site.ts reads them, and app/platform/site/site.ts passes them to components.

import type { Language } from './languages.ts'

/** The public part of `site_settings`, and what the browser needs to call the API. */
/** The texts of `site_settings` that have translations. */
type Texts = Pick<SiteInfo, 'description' | 'tagline'>

export type SiteInfo = {
  name: string
  description: string
  tagline: string
  legalEntity: string
  url: string
  publishableKey: string
  headlineFigures: 'fixed' | 'live'
  /** Whether sign-up is open (DISABLE_SIGNUP). */
  isSignUpOpen: boolean
  /** Only administrators see the pages. */
  maintenance: boolean
  /** By language; what is missing is in English. Pages get the site in theirs, without these. */
  translations?: Partial<Record<Language, Partial<Texts>>>
}

/** The site with its texts in a language. */
export function siteIn(language: Language, { translations, ...site }: SiteInfo): SiteInfo {
  return { ...site, ...translations?.[language] }
}
