// Terms of Use (SPEC.md section 2). The text is in app/routes/site/legal/terms.tsx.
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import type { Route } from './+types/terms'
import { loadGrievance } from './legal/grievance.tsx'
import { LegalPage, legalCrumbs } from './legal/legal-page.tsx'
import { TERMS_UPDATED, termsSections } from './legal/terms.tsx'

const TITLE = 'Terms of Use'

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags } = context.get(resources)
  tags.add('static')
  return { grievance: await loadGrievance(reader) }
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.site
  return pageMeta(matches, {
    title: TITLE,
    description: `The terms for reading and writing on ${name}: your account, what may not be posted, moderation, liability and the Grievance Officer.`,
    path: '/terms',
    crumbs: legalCrumbs(TITLE),
  })
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated={TERMS_UPDATED}
      summary={
        <p>
          In short: be at least 18, be honest about who you are and what you hold, sell no tips, and treat
          what you read as education. What you write stays yours.
        </p>
      }
      sections={termsSections(site, loaderData.grievance)}
    />
  )
}
