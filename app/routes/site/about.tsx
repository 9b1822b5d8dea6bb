// About (SPEC.md section 2): the site, four features, and the community's rules.
import { BadgeCheck, BookOpen, MessageCircle, MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { resources } from '#app/context.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { runBy, useSite } from '#app/platform/site/site.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/about'

const CRUMBS = [{ label: 'Home', to: '/' }, { label: 'About' }]

const FEATURES = [
  {
    icon: MessagesSquare,
    title: 'Forums',
    to: '/forums',
    text: 'IPOs, shares, mutual funds, crypto, tax, insurance and payments: ask, answer, and find what others asked before you.',
  },
  {
    icon: BookOpen,
    title: 'Learning Center',
    to: '/blog',
    text: 'Articles that explain one thing each, with sums that you can check and the year that they hold for.',
  },
  {
    icon: MessageCircle,
    title: 'Live chat',
    to: '/chat',
    text: 'For the quick question of the day. No account needed; messages are gone after 12 hours.',
  },
  {
    icon: BadgeCheck,
    title: 'Verified experts',
    to: '/experts',
    text: 'Accountants, planners and analysts whose profession was checked, in conversation with all others.',
  },
] as const

const GUIDELINES = [
  ['Be kind and exact.', 'Answer the argument, not the person. Say which rule, which year, which page.'],
  ['No tips, no promises.', 'No buy or sell calls, no targets, no guaranteed returns, no paid groups.'],
  ['Say what you hold.', 'If you own or are paid for something that you write about, say so.'],
  ['Keep private things private.', 'No PAN, Aadhaar, account or phone numbers: not others’, and not yours.'],
  ['Report what is wrong.', 'One click tells the moderators, who log what they do about it.'],
] as const

export function loader({ context }: Route.LoaderArgs) {
  context.get(resources).tags.add('static')
}

export function meta({ matches }: Route.MetaArgs) {
  const { name, description } = matches[0].loaderData.site
  return pageMeta(matches, {
    title: `About ${name}`,
    description,
    path: '/about',
    crumbs: CRUMBS,
  })
}

export default function About() {
  const { name, tagline, description, legalEntity } = useSite()
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <header className="mt-3 max-w-[68ch] lg:mt-4">
        <h1 className="text-28 sm:text-36">About {name}</h1>
        <p className="mt-2 text-18 text-muted">{tagline}</p>
      </header>
      <div className="post mt-5 text-16">
        <p>{description}</p>
        <p>
          Money is talked about everywhere in India and explained almost nowhere. Advice comes from brokers
          who earn by the order, from channels that sell tips, and from relatives who mean well. {name} is the
          other place: a square where people with the same questions meet, show their working and correct each
          other. Artha is wealth; a chowk is where the roads of a town cross.
        </p>
        <p>
          Everything here can be read without an account, without being tracked and without an advertisement
          in the way. We pay nobody for what they write about a product; members must say so when others pay
          them. Nothing here is financial advice: it is education, so that you can judge advice when you get
          it.
        </p>
      </div>
      <section aria-labelledby="features" className="mt-10">
        <h2 id="features" className="text-22">
          What you find here
        </h2>
        <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {FEATURES.map(({ icon: Icon, title, to, text }) => (
            <li
              key={to}
              className="relative rounded-card border border-line bg-surface p-4 hover:border-edge"
            >
              <Icon size={22} className="text-accent" aria-hidden />
              <h3 className="mt-2 text-18">
                <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
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
          Community guidelines
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
            Read the whole guidelines
          </Link>
        </p>
      </section>
      <section
        aria-labelledby="behind"
        className="mt-8 flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-6 sm:flex-row sm:items-center sm:justify-between"
      >
        <div className="max-w-[60ch]">
          <h2 id="behind" className="text-22">
            Who is behind it
          </h2>
          <p className="mt-1 text-15 text-muted">
            {name} is run by {runBy({ name, legalEntity })}. Questions, praise and complaints reach a person,
            who answers within 24 hours.
          </p>
        </div>
        <ButtonLink to="/contact">Contact us</ButtonLink>
      </section>
    </div>
  )
}
