// The ranking: rank, title, activity in the period, and the change from the period before. The link of the title is
// stretched over the whole row.
import type { LiHTMLAttributes } from 'react'
import { Link } from 'react-router'
import { isHot } from '#app/domain/threads/heat.ts'
import { ThreadFlags } from '#app/domain/threads/thread-flags.tsx'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { SampleWord } from '#app/ui/chip.tsx'
import { useClock } from '#app/ui/clock.tsx'
import { formatCompact, formatNumber } from '#shared/format.ts'
import { languageOf } from '#shared/language-of.ts'
import { memberName, threadPath } from '#shared/slugs.ts'
import * as t from '#words/trending.ts'
import type { TrendingThread } from './trending.ts'

/** Rank, title, sparkline; change. */
const COLUMNS = 'grid-cols-[24px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[24px_minmax(0,1fr)_72px]'
const WITH_CHANGE = 'grid-cols-[24px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[24px_minmax(0,1fr)_72px_72px]'

/** The id of a row, which an address can lead to. */
export const rankAnchor = (rank: number) => `rank-${rank}`

type ListProps = {
  rows: readonly TrendingThread[]
  /** The category of the ranking, or null for all. That it is muted leaves nothing out here. */
  categoryId: string | null
  /** The row that a link without a script leads to; it takes the focus then, and is described by an element. */
  start: { rank: number; describedBy: string } | null
}

export function TrendingList({ rows, categoryId, start }: ListProps) {
  // The ranking is the same for everybody; what the member mutes leaves gaps in it.
  const { data: muted } = useMemberQuery(
    async (userId) =>
      (await import('#app/domain/mutes/queries.ts')).muteQueries.ofRanking(userId, categoryId),
    [categoryId],
  )
  // A young site has no period before this one: a column that says 'New' in each row says nothing.
  const hasChange = rows.some(({ change }) => change !== null)
  const columns = hasChange ? WITH_CHANGE : COLUMNS
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      {/* Hidden from screen readers: the rows have these labels themselves. */}
      <div
        aria-hidden
        className={`${columns} hidden border-b border-line px-4 py-1.5 text-13 text-muted sm:grid`}
      >
        <span>#</span>
        <span>{t.discussion}</span>
        <span>{t.activity}</span>
        {hasChange ? <span className="text-right">{t.change}</span> : null}
      </div>
      {/* How the sparklines are drawn, once for all. */}
      <ol className="divide-y divide-line fill-none stroke-current stroke-[1.75] [stroke-linecap:round] [stroke-linejoin:round]">
        {rows
          .filter(({ thread }) => !muted?.hides(thread))
          .map((row) => (
            <TrendingRow
              key={row.thread.id}
              row={row}
              columns={columns}
              hasChange={hasChange}
              {...(row.rank === start?.rank ? { tabIndex: -1, 'aria-describedby': start.describedBy } : {})}
            />
          ))}
      </ol>
    </div>
  )
}

type RowProps = { row: TrendingThread; columns: string; hasChange: boolean }

function TrendingRow({ row, columns, hasChange, ...item }: RowProps & LiHTMLAttributes<HTMLLIElement>) {
  const { thread, rank, change, activity } = row
  const clock = useClock()
  return (
    <li
      id={rankAnchor(rank)}
      {...item}
      className={`${columns} group relative grid items-start px-4 py-3 -outline-offset-2 transition-colors duration-(--quick) hover:bg-bg`}
    >
      <span className="font-display text-18 leading-5 font-semibold text-muted tabular-nums">
        <span className="sr-only">{t.rank}</span>
        {rank}
      </span>
      <div className="min-w-0">
        <h3
          lang={languageOf(thread.title)}
          dir="auto"
          className="line-clamp-2 font-sans text-15 leading-5 font-semibold text-pretty"
        >
          <Link to={threadPath(thread)} className="stretched group-hover:text-accent">
            {thread.title}
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-13 text-muted">
          {thread.answer_id === null ? null : <span className="answer-chip sign-check">{t.answered}</span>}
          <ThreadFlags thread={thread} hot={isHot(thread, clock)} />
          <span>
            {t.inLabel(
              memberName(thread.author.username),
              <SampleWord id={thread.id} />,
              thread.category.name,
            )}
          </span>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-muted tabular-nums">
          <Figure sign="sign-upvote [--sign-size:16px]" value={row.upvotes} one={t.upvote} many={t.upvotes} />
          <Figure sign="sign-replies" value={row.replies} one={t.reply} many={t.replies} />
          <Figure sign="sign-views" value={row.views} one={t.view} many={t.views} />
          {hasChange ? (
            <span className="sm:hidden">
              <Change change={change} />
            </span>
          ) : null}
        </p>
      </div>
      <Sparkline values={activity} className="hidden text-accent sm:block" />
      {hasChange ? (
        <span className="hidden text-right leading-5 sm:col-start-4 sm:block">
          <Change change={change} />
        </span>
      ) : null}
    </li>
  )
}

/** The change of activity from the period before. */
function Change({ change }: { change: number | null }) {
  if (change === null)
    return (
      <span className="text-14 text-muted">
        {t.newPartNothingHappenedIn((text) => (
          <span className="sr-only">{text}</span>
        ))}
      </span>
    )
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return (
    <span className="text-14 tabular-nums text-muted">
      <span aria-hidden>{t.activity2(sign, formatNumber(Math.abs(change)))}</span>
      <span className="sr-only">
        {t.percentActivityThanInThe(formatNumber(Math.abs(change)), change < 0 ? t.less : t.more)}
      </span>
    </span>
  )
}

function Figure({ sign, value, one, many }: { sign: string; value: number; one: string; many: string }) {
  return (
    <span className={`${sign} inline-flex items-center gap-1`}>
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
      <polyline points={points.join(' ')} />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
