// The pages of the newsletter's form and e-mailed links. Opening one changes nothing, because mail programs open links
// by themselves: a button posts to server/newsletter, which redirects back here.
import { type LucideIcon, Mail, MailCheck, MailWarning, MailX } from 'lucide-react'
import { data } from 'react-router'
import { CHECK_MAIL, CHECK_MAIL_TEXT } from '#app/features/newsletter/newsletter-box.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/newsletter'

type Step = {
  title: string
  text: string
  /** The button's act with the e-mail's token. */
  button?: string
}

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

const STEPS: Readonly<Record<string, Step>> = {
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
  const { step, action, token } = loaderData
  const Sign = SIGNS[params.step] ?? Mail
  return (
    <div className="page py-16 text-center sm:py-20">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Sign size={26} aria-hidden />
      </span>
      <h1 className="mt-4 text-28">{step.title}</h1>
      <p className="mx-auto mt-2 max-w-prose text-16 text-balance text-muted">{step.text}</p>
      <div className="mx-auto mt-6 flex justify-center gap-2 max-sm:max-w-80 max-sm:flex-col">
        {action ? (
          <form method="post" action={action}>
            <input type="hidden" name="token" value={token} />
            <Button type="submit" className="max-sm:w-full">
              {step.button}
            </Button>
          </form>
        ) : null}
        <ButtonLink to="/blog" variant="secondary">
          Learning Center
        </ButtonLink>
      </div>
    </div>
  )
}
