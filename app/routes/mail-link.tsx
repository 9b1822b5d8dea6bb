// The pages of the link that ends a kind of mail: a button posts to server/newsletter, which redirects back here.
import { type LucideIcon, MailCheck, MailWarning, MailX } from 'lucide-react'
import { data } from 'react-router'
import { MailLinkPage, type MailStep } from '#app/features/newsletter/mail-link-page.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/mail-link'

const STEPS: Readonly<Record<string, MailStep & { Sign: LucideIcon }>> = {
  unsubscribe: {
    title: 'Stop these mails?',
    text: 'Mails of this kind will no longer be sent to you. The bell still tells you.',
    button: 'Unsubscribe',
    Sign: MailX,
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'Mails of this kind are no longer sent to you. You can have them again in your settings.',
    Sign: MailCheck,
  },
  invalid: {
    title: 'This link is not valid',
    text: 'It may have been cut in two on its way. Copy the whole address from the mail, or choose in your settings what is mailed.',
    Sign: MailWarning,
  },
  later: {
    title: 'Please try again later',
    text: 'Nothing was changed.',
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
    ...pageMeta(matches, { title, description: text, path: `/mail/${params.step}` }),
    { name: 'robots', content: 'noindex' },
    // The token in the address must not be sent to other sites.
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function MailLink({ loaderData, params }: Route.ComponentProps) {
  return (
    <MailLinkPage {...loaderData} Sign={STEPS[params.step]?.Sign ?? MailWarning}>
      <ButtonLink to="/settings/notifications" variant="secondary">
        Notification settings
      </ButtonLink>
    </MailLinkPage>
  )
}
