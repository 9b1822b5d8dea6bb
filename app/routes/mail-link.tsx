// The pages of the link that ends a kind of mail: a button posts to server/newsletter, which redirects back here.
import { type LucideIcon, MailCheck, MailWarning, MailX } from 'lucide-react'
import { data } from 'react-router'
import { MailLinkPage, type MailStep } from '#app/features/newsletter/mail-link-page.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/mail-link'

const STEPS: Readonly<Record<string, MailStep & { Sign: LucideIcon }>> = {
  unsubscribe: {
    title: t.stopTheseMails,
    text: t.mailsOfThisKindWill,
    button: t.unsubscribe,
    Sign: MailX,
  },
  unsubscribed: {
    title: t.youAreUnsubscribed,
    text: t.mailsOfThisKindAre,
    Sign: MailCheck,
  },
  invalid: {
    title: t.thisLinkIsNotValid,
    text: t.itMayHaveBeenCut,
    Sign: MailWarning,
  },
  later: {
    title: t.pleaseTryAgainLater,
    text: t.nothingWasChanged,
    Sign: MailWarning,
  },
}

// No tags: an address with a token is personal and must not be cached.
export function loader({ params, url }: Route.LoaderArgs) {
  const step = STEPS[params.step]
  if (!step) throw data(null, { status: 404 })
  const { Sign: _, ...said } = step
  return {
    step: said,
    action: step.button ? `/mail/${params.step}` : null,
    token: url.searchParams.get('token') ?? '',
  }
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { title, text } = loaderData.step
  return [
    ...pageMeta(matches, { title, description: text, path: `/mail/${params.step}`, isIndexed: false }),
    // The token in the address must not be sent to other sites.
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function MailLink({ loaderData, params }: Route.ComponentProps) {
  return (
    <MailLinkPage {...loaderData} Sign={STEPS[params.step]?.Sign ?? MailWarning}>
      <ButtonLink to="/settings/notifications" variant="secondary">
        {t.notificationSettings}
      </ButtonLink>
    </MailLinkPage>
  )
}
