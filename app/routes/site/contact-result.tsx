// What became of a message that the contact form posted without JavaScript (server/mail/contact-form.ts).
import { type LucideIcon, MailCheck, MailWarning } from 'lucide-react'
import { data } from 'react-router'
import { resources } from '#app/context.ts'
import { MailLinkPage, type MailStep } from '#app/features/newsletter/mail-link-page.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { type ContactPromise, except, within } from '#shared/contact-promise.ts'
import * as t from '#words/site-pages.ts'
import type { Route } from './+types/contact-result'
import { loadContactPromise } from './contact-promise.ts'

const results = (promise: ContactPromise): Readonly<Record<string, MailStep & { Sign: LucideIcon }>> => ({
  sent: {
    title: t.messageSent,
    text: t.thankYouWeAnswerBy(within(promise), except(promise)),
    Sign: MailCheck,
  },
  refused: {
    title: t.notSent,
    text: t.everyFieldIsNeededYour,
    Sign: MailWarning,
  },
  later: {
    title: t.pleaseTryAgainLater,
    text: t.atMost5MessagesAn,
    Sign: MailWarning,
  },
})

export async function loader({ params, context }: Route.LoaderArgs) {
  const promise = await loadContactPromise(context.get(resources).reader)
  if (!results(promise)[params.result]) throw data(null, { status: 404 })
  return promise
}

export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const result = loaderData && results(loaderData)[params.result]
  if (!result) return []
  const { title, text } = result
  return pageMeta(matches, { title, description: text, path: `/contact/${params.result}`, isIndexed: false })
}

export default function ContactResult({ params, loaderData }: Route.ComponentProps) {
  const { Sign = MailWarning, ...step } = results(loaderData)[params.result] ?? { title: '', text: '' }
  return (
    <MailLinkPage step={step} action={null} token="" Sign={Sign}>
      <ButtonLink to="/contact" variant="secondary">
        {t.contactUs}
      </ButtonLink>
    </MailLinkPage>
  )
}
