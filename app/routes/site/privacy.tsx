// Privacy Policy (SPEC.md section 2). The text is in app/routes/site/legal/privacy.tsx.
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import type { Route } from './+types/privacy'
import { loadGrievance } from './legal/grievance.tsx'
import { LegalPage, legalCrumbs } from './legal/legal-page.tsx'
import { PRIVACY_UPDATED, privacySections } from './legal/privacy.tsx'

const TITLE = 'Privacy Policy'

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags } = context.get(resources)
  tags.add('static')
  return { grievance: await loadGrievance(reader) }
}

export function meta({ matches }: Route.MetaArgs) {
  const { name } = matches[0].loaderData.site
  return pageMeta(matches, {
    title: TITLE,
    description: `What ${name} stores about you, why, for how long, and your rights under the Digital Personal Data Protection Act, 2023.`,
    path: '/privacy',
    crumbs: legalCrumbs(TITLE),
  })
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  return (
    <LegalPage
      title={TITLE}
      updated={PRIVACY_UPDATED}
      summary={
        <p>
          In short: reading needs no account and leaves nothing behind. There is no tracking, no advertising
          and no sale of data. What you post is public; your e-mail address is not.
        </p>
      }
      sections={privacySections(site, loaderData.grievance)}
    />
  )
}
