// Cookies and Local Storage (SPEC.md section 2). The text is in app/routes/site/legal/cookies.tsx.
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import type { Route } from './+types/cookies'
import { COOKIES_UPDATED, cookiesSections } from './legal/cookies.tsx'
import { LegalPage, legalCrumbs } from './legal/legal-page.tsx'

const TITLE = 'Cookies and Local Storage'

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.site
  return pageMeta(matches, {
    title: TITLE,
    description: `What ${name} keeps in your browser: a session, drafts and choices in local storage; no tracking cookies.`,
    path: '/cookies',
    crumbs: legalCrumbs(TITLE),
  })
}

export default function Cookies() {
  const site = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated={COOKIES_UPDATED}
      summary={
        <p>
          In short: no tracking cookies, from nobody. Your session, drafts and choices live in your own
          browser.
        </p>
      }
      sections={cookiesSections(site)}
    />
  )
}
