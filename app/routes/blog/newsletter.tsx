// The pages of the newsletter's form and e-mailed links. Opening one changes nothing, because mail programs open links
// by themselves: a button posts to server/newsletter, which redirects back here.
import { type LucideIcon, Mail, MailCheck, MailWarning, MailX } from 'lucide-react'
import { data } from 'react-router'
import { MailLinkPage, type MailStep } from '#app/features/newsletter/mail-link-page.tsx'
import { CHECK_MAIL, CHECK_MAIL_TEXT } from '#app/features/newsletter/newsletter-box.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/blog-pages.ts'
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
    title: t.confirmYourSubscription,
    text: t.newArticlesOfTheLearning,
    button: t.confirmMySubscription,
  },
  confirmed: {
    title: t.youAreSubscribed,
    text: t.theNextArticleComesTo,
  },
  unsubscribe: {
    title: t.endYourSubscription,
    text: t.noMoreNewslettersWillBe,
    button: t.unsubscribe,
  },
  unsubscribed: {
    title: t.youAreUnsubscribed,
    text: t.noMoreNewslettersWillBe2,
  },
  invalid: {
    title: t.thisLinkIsNotValid,
    text: t.itMayHaveBeenCut,
  },
  refused: {
    title: t.notSubscribed,
    text: t.mailCannotBeSentTo,
  },
  later: {
    title: t.pleaseTryAgainLater,
    text: t.theNewsletterTakesNoMore,
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
    ...pageMeta(matches, { title, description: text, path: `/newsletter/${params.step}`, isIndexed: false }),
    // The token in the address must not be sent to other sites.
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function Newsletter({ loaderData, params }: Route.ComponentProps) {
  return (
    <MailLinkPage {...loaderData} Sign={SIGNS[params.step] ?? Mail}>
      <ButtonLink to="/blog" variant="secondary">
        {t.learningCenter}
      </ButtonLink>
    </MailLinkPage>
  )
}
