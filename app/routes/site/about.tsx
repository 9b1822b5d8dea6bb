// About (SPEC.md section 2): the site, four features, and the community's rules.
import { BadgeCheck, BookOpen, MessageCircle, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { runBy, useSite } from '#app/platform/site/site.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { except, within } from '#shared/contact-promise.ts'
import * as t from '#words/site-pages.ts'
import type { Route } from './+types/about'
import { loadContactPromise } from './contact-promise.ts'

const CRUMBS = [{ label: t.home, to: '/' }, { label: t.about }]

const FEATURES = [
  {
    icon: MessagesSquare,
    title: t.forums,
    to: '/forums',
    text: t.iposSharesMutualFundsCrypto,
  },
  {
    icon: BookOpen,
    title: t.learningCenter,
    to: '/blog',
    text: t.articlesThatExplainOneThing,
  },
  {
    icon: MessageCircle,
    title: t.liveChat,
    to: '/chat',
    text: t.forTheQuickQuestionOf,
  },
  {
    icon: BadgeCheck,
    title: t.verifiedExperts,
    to: '/experts',
    text: t.accountantsPlannersAndAnalysts,
  },
] as const

const GUIDELINES = [
  [t.beKindAndExact, t.answerTheArgumentNotThe],
  [t.noTipsNoPromises, t.noBuyOrSellCalls],
  [t.sayWhatYouHold, t.ifYouOwnOrAre],
  [t.keepPrivateThingsPrivate, t.noPANAadhaarAccountOr],
  [t.reportWhatIsWrong, t.oneClickTellsTheModerators],
] as const

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags } = context.get(resources)
  tags.add('static')
  return { promise: await loadContactPromise(reader) }
}

export function meta({ matches }: Route.MetaArgs) {
  const { name, description } = matches[0].loaderData.site
  return pageMeta(matches, {
    title: t.about2(name),
    description: t.whoRunsWhatItIs(name, description),
    path: '/about',
    crumbs: CRUMBS,
  })
}

export default function About({ loaderData: { promise } }: Route.ComponentProps) {
  const { name, tagline, description, legalEntity } = useSite()
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <header className="mt-3 max-w-[68ch] lg:mt-4">
        <h1 className="text-28 sm:text-36">{t.about2(name)}</h1>
        <p className="mt-2 text-18 text-muted">{tagline}</p>
      </header>
      <div className="post mt-5 text-16">
        <p>{description}</p>
        <p>{t.moneyIsTalkedAboutEverywhere(name)}</p>
        <p>{t.everythingHereCanBeRead}</p>
      </div>
      <section aria-labelledby="features" className="mt-10">
        <h2 id="features" className="text-22">
          {t.whatYouFindHere}
        </h2>
        <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {FEATURES.map(({ icon: Icon, title, to, text }) => (
            <li
              key={to}
              className="relative rounded-card border border-line bg-surface p-4 hover:border-edge"
            >
              <Icon size={22} className="text-accent" aria-hidden />
              <h3 className="mt-2 text-18">
                <Link to={to} className="stretched after:rounded-card">
                  {title}
                </Link>
              </h3>
              <p className="mt-1 text-15 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="guidelines" className="mt-10 max-w-[68ch]">
        <h2 id="guidelines" className="text-22">
          {t.communityGuidelines}
        </h2>
        <ol className="mt-3 space-y-3">
          {GUIDELINES.map(([rule, reason], index) => (
            <li key={rule} className="flex gap-3">
              <span
                aria-hidden
                className="mt-0.5 flex h-6 w-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-13 font-semibold text-accent tabular-nums"
              >
                {index + 1}
              </span>
              <p>
                <strong className="font-semibold">{rule}</strong> {reason}
              </p>
            </li>
          ))}
        </ol>
        <p className="mt-4">
          <Link
            to="/guidelines"
            className="inline-flex min-h-11 items-center font-medium text-accent hover:underline"
          >
            {t.readTheWholeGuidelines}
          </Link>
        </p>
      </section>
      <section
        aria-labelledby="behind"
        className="mt-8 flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-6 sm:flex-row sm:items-center sm:justify-between"
      >
        <div className="max-w-[60ch]">
          <h2 id="behind" className="text-22">
            {t.whoIsBehindIt}
          </h2>
          <p className="mt-1 text-15 text-muted">
            {t.isRunByQuestionsPraise(
              name,
              runBy({ name, legalEntity }, t.itsOwnTeam),
              within(promise),
              except(promise),
            )}
          </p>
        </div>
        <ButtonLink to="/contact">{t.contactUs}</ButtonLink>
      </section>
    </div>
  )
}
