// The hero of the front page: headline, search, two buttons, links, and a drawing of a chowk on a town plan, where the
// roads of the subjects meet.
import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonLink, buttonClass } from '#app/ui/forms/button.tsx'
import type { SiteInfo } from '#shared/site.ts'
import * as t from '#words/home.ts'
import type { Figure } from './counters.ts'

const PLACE = 'inline-flex min-h-11 items-center font-medium text-accent hover:underline'

export function Hero({ site }: { site: SiteInfo }) {
  return (
    <section className="border-b border-line bg-surface">
      <div className="page relative flex items-center justify-between gap-8 pt-4 pb-1 lg:pt-5">
        <div className="min-w-0 max-w-4xl grow">
          <h1 className="text-22 tracking-tight sm:text-28">{site.tagline}</h1>
          <p className="mt-1 max-w-prose text-15 text-muted max-sm:hidden">{site.description}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <search className="w-full sm:w-96">
              <form action="/search" className="flex gap-2">
                <input
                  type="search"
                  name="q"
                  aria-label={t.searchTheCommunity}
                  placeholder={t.searchIPOAllotment80C}
                  autoComplete="off"
                  enterKeyHint="search"
                  className="min-h-11 min-w-0 w-0 flex-1 rounded-control border border-control-line bg-bg px-3 text-16"
                />
                <button type="submit" className={buttonClass('secondary', 'normal')}>
                  <Search size={18} aria-hidden />
                  <span className="sr-only">{t.searchTheCommunity}</span>
                </button>
              </form>
            </search>
            <ButtonLink to="/new-discussion">{t.startADiscussion}</ButtonLink>
            <ButtonLink to="/blog" variant="secondary">
              {t.startLearning}
            </ButtonLink>
          </div>
          <p className="flex flex-wrap gap-x-5 text-14">
            <Link to="/forums" className={PLACE}>
              {t.browseTheForums}
            </Link>
            <Link to="/chat" className={PLACE}>
              {t.liveChat}
            </Link>
            <Link to="/dashboard" className={PLACE}>
              {t.yourDashboard}
            </Link>
          </p>
        </div>
        <TownPlan />
      </div>
    </section>
  )
}

/** The four figures in a row. */
export function HeadlineFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="page flex flex-wrap gap-x-8 gap-y-1 py-3 max-sm:justify-between max-sm:gap-x-3">
      {figures.map(({ value, label }) => (
        <div key={label} className="flex items-baseline gap-x-1.5 max-sm:flex-col">
          <dt className="order-2 text-13 text-muted">{label}</dt>
          <dd className="font-display text-16 font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Block = { x: number; y: number; width: number; height: number; color?: string }

const BLOCKS: readonly Block[] = [
  { x: 0, y: 0, width: 62, height: 52 },
  { x: 70, y: 0, width: 40, height: 52, color: '#2563eb' },
  { x: 0, y: 60, width: 40, height: 30, color: '#d97706' },
  { x: 48, y: 60, width: 62, height: 30 },
  { x: 154, y: 0, width: 46, height: 36 },
  { x: 208, y: 0, width: 72, height: 36 },
  { x: 154, y: 44, width: 74, height: 46, color: '#8b5cf6' },
  { x: 236, y: 44, width: 44, height: 46 },
  { x: 0, y: 134, width: 50, height: 44 },
  { x: 58, y: 134, width: 52, height: 44, color: '#16a34a' },
  { x: 0, y: 186, width: 110, height: 38 },
  { x: 154, y: 134, width: 36, height: 90 },
  { x: 198, y: 134, width: 82, height: 40, color: '#0891b2' },
  { x: 198, y: 182, width: 40, height: 42, color: '#db2777' },
  { x: 246, y: 182, width: 34, height: 42 },
]

/** The drawing: a chowk on a town plan, where the roads of the subjects meet. */
function TownPlan() {
  return (
    <svg aria-hidden viewBox="-1 -1 282 226" className="hidden h-44 shrink-0 lg:block">
      {BLOCKS.map(({ color, ...block }) => (
        <rect
          key={`${block.x}-${block.y}`}
          {...block}
          rx={5}
          fill={color ?? 'var(--raised)'}
          fillOpacity={color ? 0.16 : 1}
          stroke={color ?? 'var(--line)'}
          strokeOpacity={color ? 0.5 : 1}
        />
      ))}
      <circle cx="132" cy="112" r="27" fill="var(--surface)" stroke="var(--line)" />
      <circle cx="132" cy="112" r="16" fill="none" stroke="var(--edge)" strokeWidth="7" />
      <circle cx="132" cy="112" r="5" fill="var(--edge)" />
    </svg>
  )
}
