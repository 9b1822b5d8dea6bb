// The site's public settings: server/pages/site.ts reads them, and app/platform/site/site.ts passes them to components.

/** The public part of `site_settings`, and what the browser needs to call the API. */
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
}
