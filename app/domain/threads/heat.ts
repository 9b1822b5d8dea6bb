// Which discussions are HOT.
import type { Clock } from '#shared/clock.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const QUIET_AFTER_MS = 3 * DAY_MS
const POINTS_A_DAY = 20
const REPLY_POINTS = 2

export type Heat = { reply_count: number; upvote_count: number; created_at: string; last_activity: string }

/**
 * Whether a discussion has the HOT badge now: it had activity in the last three days, and over its
 * whole life at least twenty points a day, where a reply counts two and an upvote one (the first day counts as a full
 * day). A lively new question is hot within hours, and one new reply does not make an old discussion hot again.
 */
export function isHot(thread: Heat, clock: Clock): boolean {
  const points = REPLY_POINTS * thread.reply_count + thread.upvote_count
  if (points < POINTS_A_DAY) return false
  const hotUntil = Math.min(
    Date.parse(thread.last_activity) + QUIET_AFTER_MS,
    Date.parse(thread.created_at) + points * (DAY_MS / POINTS_A_DAY),
  )
  return !clock.hasPassed(hotUntil + 1)
}
