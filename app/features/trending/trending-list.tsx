// The ranking: rank, title, activity in the period, and the change from the period before. The link of the title is
// stretched over the whole row.
import { ArrowBigUp, Eye, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isHot } from '#app/domain/threads/heat.ts'
import { ThreadFlags } from '#app/domain/threads/thread-flags.tsx'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { SampleWord } from '#app/ui/chip.tsx'
import { useClock } from '#app/ui/clock.tsx'
import { formatCompact, formatNumber } from '#shared/format.ts'
import { memberName, threadPath } from '#shared/slugs.ts'
import type { TrendingThread } from './trending.ts'

/** Rank, title, sparkline, change. */
const COLUMNS = 'grid-cols-[24px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[24px_minmax(0,1fr)_72px_72px]'

type ListProps = {
  rows: readonly TrendingThread[]
  /** The category of the ranking, or null for all. That it is muted leaves nothing out here. */
  categoryId: string | null
}

export function TrendingList({ rows, categoryId }: ListProps) {
  // The ranking is the same for everybody; what the member mutes leaves gaps in it.
  const { data: muted } = useMemberQuery(
    async (userId) =>
      (await import('#app/domain/mutes/queries.ts')).muteQueries.ofRanking(userId, categoryId),
    [categoryId],
  )
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      {/* Hidden from screen readers: the rows have these labels themselves. */}
      <div
        aria-hidden
        className={`${COLUMNS} hidden border-b border-line px-4 py-1.5 text-13 text-muted sm:grid`}
      >
        <span>#</span>
        <span>Discussion</span>
        <span>Activity</span>
        <span className="text-right">Change</span>
      </div>
      <ol className="divide-y divide-line">
        {rows
          .filter(({ thread }) => !muted?.hides(thread))
          .map((row) => (
            <TrendingRow key={row.thread.id} row={row} />
          ))}
      </ol>
    </div>
  )
}

function TrendingRow({ row }: { row: TrendingThread }) {
  const { thread, rank, change, activity } = row
  const clock = useClock()
  return (
    <li
      id={`rank-${rank}`}
      className={`${COLUMNS} group relative grid items-start px-4 py-3 transition-colors duration-(--quick) hover:bg-bg`}
    >
      <span className="font-display text-18 leading-5 font-semibold text-muted tabular-nums">
        <span className="sr-only">Rank </span>
        {rank}
      </span>
      <div className="min-w-0">
        <h3 className="line-clamp-2 font-sans text-15 leading-5 font-semibold text-pretty">
          <Link
            to={threadPath(thread)}
            className="after:absolute after:inset-0 after:-outline-offset-2 group-hover:text-accent"
          >
            {thread.title}
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-13 text-muted">
          {thread.answer_id === null ? null : <span className="answer-chip sign-check">Answered</span>}
          <ThreadFlags thread={thread} hot={isHot(thread, clock)} />
          <span>
            {memberName(thread.author.username)}
            <SampleWord id={thread.id} /> in {thread.category.name}
          </span>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-muted tabular-nums">
          <Figure
            icon={<ArrowBigUp size={16} aria-hidden />}
            value={row.upvotes}
            one="upvote"
            many="upvotes"
          />
          <Figure
            icon={<MessageSquare size={14} aria-hidden />}
            value={row.replies}
            one="reply"
            many="replies"
          />
          <Figure icon={<Eye size={15} aria-hidden />} value={row.views} one="view" many="views" />
          <span className="sm:hidden">
            <Change change={change} />
          </span>
        </p>
      </div>
      <Sparkline values={activity} className="hidden text-accent sm:block" />
      <span className="hidden text-right leading-5 sm:col-start-4 sm:block">
        <Change change={change} />
      </span>
    </li>
  )
}

/** The change of activity from the period before. */
function Change({ change }: { change: number | null }) {
  if (change === null)
    return (
      <span className="text-14 font-semibold text-accent">
        New<span className="sr-only">: nothing happened in the time before</span>
      </span>
    )
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return (
    <span className="text-14 tabular-nums text-muted">
      <span aria-hidden>
        {sign}
        {formatNumber(Math.abs(change))}% activity
      </span>
      <span className="sr-only">
        {formatNumber(Math.abs(change))} percent {change < 0 ? 'less' : 'more'} activity than in the time
        before
      </span>
    </span>
  )
}

function Figure({ icon, value, one, many }: { icon: ReactNode; value: number; one: string; many: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      {icon}
      {formatCompact(value)}
      <span className="max-sm:sr-only">{value === 1 ? one : many}</span>
    </span>
  )
}

const WIDTH = 72
const HEIGHT = 22
const MARGIN = 2

/** A sparkline. It is hidden from screen readers: the text beside it says the same. */
function Sparkline({ values, className = '' }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return null
  const most = Math.max(...values, 1)
  const points = values.map((value, index) => {
    const x = MARGIN + (index * (WIDTH - 2 * MARGIN)) / (values.length - 1)
    const y = HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN)
    return `${round(x)},${round(y)}`
  })
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={className}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
