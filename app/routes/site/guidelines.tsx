// Community Guidelines (SPEC.md section 2). The text is in app/routes/site/legal/guidelines.tsx.
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import type { Route } from './+types/guidelines'
import { GUIDELINES_UPDATED, guidelinesSections } from './legal/guidelines.tsx'
import { LegalPage, legalCrumbs } from './legal/legal-page.tsx'

const TITLE = 'Community Guidelines'

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.site
  return pageMeta(matches, {
    title: TITLE,
    description: `How people treat each other on ${name}: what makes a good post, what comes down, and what moderators do.`,
    path: '/guidelines',
    crumbs: legalCrumbs(TITLE),
  })
}

export default function Guidelines() {
  const site = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated={GUIDELINES_UPDATED}
      summary={
        <p>
          In short: be kind, be exact, show your working, say what you hold. No tips, no promises, no private
          data.
        </p>
      }
      sections={guidelinesSections(site)}
    />
  )
}
