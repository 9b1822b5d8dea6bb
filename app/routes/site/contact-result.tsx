// What became of a message that the contact form posted without JavaScript (server/mail/contact-form.ts).
import { type LucideIcon, MailCheck, MailWarning } from 'lucide-react'
import { data } from 'react-router'
import { MailLinkPage, type MailStep } from '#app/features/newsletter/mail-link-page.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/contact-result'

const RESULTS: Readonly<Record<string, MailStep & { Sign: LucideIcon }>> = {
  sent: {
    title: 'Message sent',
    text: 'Thank you. We answer within 24 hours, by mail. A receipt is on its way to the address that you gave.',
    Sign: MailCheck,
  },
  refused: {
    title: 'Not sent',
    text: 'Every field is needed: your name, an e-mail address, a subject and a message. Go back; what you wrote is still there.',
    Sign: MailWarning,
  },
  later: {
    title: 'Please try again later',
    text: 'At most 5 messages an hour can be sent from one place, or the site is busy. Go back; what you wrote is still there.',
    Sign: MailWarning,
  },
}

export function loader({ params }: Route.LoaderArgs) {
  if (!RESULTS[params.result]) throw data(null, { status: 404 })
  return null
}

export function meta({ matches, params }: Route.MetaArgs) {
  const result = RESULTS[params.result]
  if (!result) return []
  const { title, text } = result
  return [
    ...pageMeta(matches, { title, description: text, path: `/contact/${params.result}` }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function ContactResult({ params }: Route.ComponentProps) {
  const { Sign = MailWarning, ...step } = RESULTS[params.result] ?? { title: '', text: '' }
  return (
    <MailLinkPage step={step} action={null} token="" Sign={Sign}>
      <ButtonLink to="/contact" variant="secondary">
        Contact us
      </ButtonLink>
    </MailLinkPage>
  )
}
