// A year of activity as a heat map. Screen readers get the months; narrow screens cut the earlier weeks off at the
// left.
import { count, formatDate, monthName } from '#shared/format.ts'
import * as t from '#words/members-more.ts'
import type { ActiveDay } from './member-queries.ts'

const WEEKS = 53
const STEP = 12
const CELL = 10
const MONTHS_HEIGHT = 16
const WIDTH = WEEKS * STEP
/** The columns that the name of a month takes: one that has just begun has none. */
const NAME_WEEKS = 3
const hasRoom = ({ week }: { week: number }) => week <= WEEKS - NAME_WEEKS
const HEIGHT = MONTHS_HEIGHT + 7 * STEP
/** Opacity of the accent by strength; the first is for days without posts. */
const OPACITY = [0, 0.35, 0.55, 0.8, 1]

type ActivityMapProps = {
  active: readonly ActiveDay[]
  /** Today in India, YYYY-MM-DD. */
  today: string
}

export function ActivityMap({ active, today }: ActivityMapProps) {
  const year = activityYear(active, today)
  return (
    <figure
      aria-labelledby="activity"
      className="rounded-card border border-line bg-surface px-4 py-3 sm:px-6 sm:py-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <figcaption id="activity" className="text-14 text-muted">
          <span className="font-semibold text-text">{count(year.total, t.post, t.posts)}</span>{' '}
          {t.inTheLastYear}
        </figcaption>
        <Legend />
      </div>
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMaxYMid slice"
        className="mt-2 h-25 w-full sm:h-auto"
      >
        {year.months
          .slice(1)
          .filter(hasRoom)
          .map(({ name, week }) => (
            <text
              key={`${name}-${week}`}
              x={week * STEP}
              y={10}
              className="fill-muted text-[13px] sm:text-[10px]"
            >
              {name}
            </text>
          ))}
        <path
          d={year.days
            .filter(({ posts }) => posts === 0)
            .map(square)
            .join('')}
          className="fill-raised"
        />
        {year.days
          .filter(({ posts }) => posts > 0)
          .map((day) => (
            <path key={day.day} d={square(day)} className="fill-accent" fillOpacity={OPACITY[day.strength]}>
              <title>{t.on(count(day.posts, t.post, t.posts), formatDate(day.day))}</title>
            </path>
          ))}
      </svg>
      <Months year={year} />
    </figure>
  )
}

/** The legend; for screen readers the months have the same information. */
function Legend() {
  return (
    <span aria-hidden className="flex items-center gap-1 text-13 text-muted">
      {t.lessMore(
        <svg aria-hidden width={OPACITY.length * STEP - 2} height={CELL} className="mx-0.5">
          {OPACITY.map((opacity, index) => (
            <path
              key={opacity}
              d={`M${index * STEP} 0h${CELL}v${CELL}h-${CELL}z`}
              className={opacity === 0 ? 'fill-raised' : 'fill-accent'}
              fillOpacity={opacity || 1}
            />
          ))}
        </svg>,
      )}
    </span>
  )
}

function Months({ year }: { year: ActivityYear }) {
  return (
    <ul className="sr-only">
      {year.months
        .filter(({ posts }) => posts > 0)
        .map(({ name, week, posts }) => (
          <li key={`${name}-${week}`}>
            {name}: {count(posts, t.post, t.posts)}
          </li>
        ))}
    </ul>
  )
}

function square({ week, weekday }: MapDay): string {
  return `M${week * STEP} ${MONTHS_HEIGHT + weekday * STEP}h${CELL}v${CELL}h-${CELL}z`
}

const DAY_MS = 86_400_000
/** A day on the map: column from the left, row from Monday down, strength from 0 to 4. */
type MapDay = { day: string; posts: number; week: number; weekday: number; strength: number }

export type ActivityYear = {
  days: MapDay[]
  total: number
  /** The first week of each month. */
  months: { name: string; week: number; posts: number }[]
}

/** The Indian date of a time in milliseconds, as YYYY-MM-DD. */
export function indianDay(now: number): string {
  return new Date(now + 5.5 * 3_600_000).toISOString().slice(0, 10)
}

/**
 * The last 53 weeks, starting on Mondays and ending with the week of `today`.
 * @param active days with posts; days outside of these weeks are ignored
 */
export function activityYear(active: readonly ActiveDay[], today: string): ActivityYear {
  const end = Date.parse(today)
  const weekday = (new Date(end).getUTCDay() + 6) % 7
  const start = end - (weekday + (WEEKS - 1) * 7) * DAY_MS
  const posts = new Map(active.map((one) => [one.day, one.posts]))
  const days: MapDay[] = []
  const months: ActivityYear['months'] = []
  for (let at = start; at <= end; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    const index = Math.round((at - start) / DAY_MS)
    const count = posts.get(day) ?? 0
    days.push({
      day,
      posts: count,
      week: Math.floor(index / 7),
      weekday: index % 7,
      strength: strength(count),
    })
    if (months.length === 0 || day.endsWith('-01'))
      months.push({ name: monthName(new Date(at).getUTCMonth()), week: Math.floor(index / 7), posts: 0 })
    const month = months.at(-1)
    if (month) month.posts += count
  }
  return { days, months, total: days.reduce((sum, one) => sum + one.posts, 0) }
}

function strength(posts: number): number {
  if (posts === 0) return 0
  if (posts === 1) return 1
  if (posts <= 3) return 2
  return posts <= 6 ? 3 : 4
}
