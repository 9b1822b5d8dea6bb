// The pages of the newsletter's form and e-mailed links. Opening one changes nothing, because mail programs open links
// by themselves: a button posts to server/newsletter, which redirects back here.
import { type LucideIcon, Mail, MailCheck, MailWarning, MailX } from 'lucide-react'
import { data } from 'react-router'
import { MailLinkPage, type MailStep } from '#app/features/newsletter/mail-link-page.tsx'
import { CHECK_MAIL, CHECK_MAIL_TEXT } from '#app/features/newsletter/newsletter-box.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/newsletter'

/** The heading of a step. */
const SIGNS: Readonly<Record<string, LucideIcon>> = {
  sent: MailCheck,
  confirm: Mail,
  confirmed: MailCheck,
  unsubscribe: MailX,
  unsubscribed: MailX,
  invalid: MailWarning,
  refused: MailWarning,
  later: MailWarning,
}

const STEPS: Readonly<Record<string, MailStep>> = {
  sent: { title: CHECK_MAIL, text: CHECK_MAIL_TEXT },
  confirm: {
    title: 'Confirm your subscription',
    text: 'New articles of the Learning Center come to your mailbox. One step is left.',
    button: 'Confirm my subscription',
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'The next article comes to your mailbox. Every mail has a link that ends the subscription.',
  },
  unsubscribe: {
    title: 'End your subscription?',
    text: 'No more newsletters will be sent to your address.',
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'No more newsletters will be sent to your address. You can subscribe again at any time.',
  },
  invalid: {
    title: 'This link is not valid',
    text: 'It may have been cut in two on its way, or the subscription has ended. Copy the whole address from the mail, or subscribe again.',
  },
  refused: {
    title: 'Not subscribed',
    text: 'Mail cannot be sent to this address. Go back and check it.',
  },
  later: {
    title: 'Please try again later',
    text: 'The newsletter takes no more addresses from you at this moment. Nothing was changed.',
  },
}

// No tags: an address with a token is personal and must not be cached.
export function loader({ params, url }: Route.LoaderArgs) {
  const step = STEPS[params.step]
  if (!step) throw data(null, { status: 404 })
  const token = url.searchParams.get('token') ?? ''
  return { step, action: step.button ? `/newsletter/${params.step}` : null, token }
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { title, text } = loaderData.step
  return [
    ...pageMeta(matches, { title, description: text, path: `/newsletter/${params.step}` }),
    { name: 'robots', content: 'noindex' },
    // The token in the address must not be sent to other sites.
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function Newsletter({ loaderData, params }: Route.ComponentProps) {
  return (
    <MailLinkPage {...loaderData} Sign={SIGNS[params.step] ?? Mail}>
      <ButtonLink to="/blog" variant="secondary">
        Learning Center
      </ButtonLink>
    </MailLinkPage>
  )
}
