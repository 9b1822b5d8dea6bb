// The front page's opening: one sentence, search, two buttons, where else to go.
import { Search } from 'lucide-react'
import { Link } from 'react-router'
import type { SiteInfo } from '#app/platform/site/site.ts'
import { ButtonLink, buttonClass } from '#app/ui/forms/button.tsx'
import type { Figure } from './counters.ts'
import { TownPlan } from './town-plan.tsx'

const PLACE = 'inline-flex min-h-11 items-center font-medium text-accent hover:underline'

export function Hero({ site }: { site: SiteInfo }) {
  return (
    <section className="border-b border-line bg-surface">
      <div className="page relative flex items-center justify-between gap-8 pt-7 pb-4 lg:pt-8 lg:pb-5">
        <div className="min-w-0 max-w-2xl">
          <h1 className="text-28 tracking-tight sm:text-36">{site.tagline}</h1>
          <p className="mt-2 max-w-prose text-16 text-muted">{site.description}</p>
          <search>
            <form action="/search" className="mt-4 flex max-w-lg gap-2">
              <input
                type="search"
                name="q"
                aria-label="Search the community"
                placeholder="Search: IPO allotment, 80C, टर्म बीमा"
                autoComplete="off"
                enterKeyHint="search"
                className="min-h-11 min-w-0 w-0 flex-1 rounded-control border border-control-line bg-bg px-3 text-16"
              />
              <button type="submit" className={buttonClass('secondary', 'normal')}>
                <Search size={18} aria-hidden />
                <span className="sr-only">Search the community</span>
              </button>
            </form>
          </search>
          <div className="mt-3 flex flex-wrap gap-2">
            <ButtonLink to="/new-discussion">Start a discussion</ButtonLink>
            <ButtonLink to="/blog" variant="secondary">
              Start learning
            </ButtonLink>
          </div>
          <p className="mt-1 flex flex-wrap gap-x-5 text-15">
            <Link to="/forums" className={PLACE}>
              Browse the forums
            </Link>
            <Link to="/chat" className={PLACE}>
              Live chat
            </Link>
            <Link to="/dashboard" className={PLACE}>
              Your dashboard
            </Link>
          </p>
        </div>
        <TownPlan />
      </div>
    </section>
  )
}

/** The four headline figures, as one quiet row. */
export function HeadlineFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="page grid grid-cols-2 gap-x-10 gap-y-3 py-5 sm:flex sm:flex-wrap">
      {figures.map(({ value, label }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="order-2 text-14 text-muted">{label}</dt>
          <dd className="font-display text-22 font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
