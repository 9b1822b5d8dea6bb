// Investment Disclaimer (SPEC.md section 2). The text is in app/routes/site/legal/disclaimer.tsx.
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import type { Route } from './+types/disclaimer'
import { DISCLAIMER_UPDATED, disclaimerSections } from './legal/disclaimer.tsx'
import { LegalPage, legalCrumbs } from './legal/legal-page.tsx'

const TITLE = 'Investment Disclaimer'

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.site
  return pageMeta(matches, {
    title: TITLE,
    description: `Discussions on ${name} are for education only and are not financial advice. Markets carry risk; ask a SEBI-registered adviser about your own case.`,
    path: '/disclaimer',
    crumbs: legalCrumbs(TITLE),
  })
}

export default function Disclaimer() {
  const site = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated={DISCLAIMER_UPDATED}
      summary={
        <p>
          Discussions on {site.name} are for educational purposes only and are not financial advice. Ask a
          registered professional before you act on anything that concerns your money.
        </p>
      }
      sections={disclaimerSections(site)}
    />
  )
}
