// When a discussion wears the HOT badge.
//
// The rule: people spoke in it during the last three days, and over its whole life it earned at least twenty points
// a day, a reply counting two and an upvote one (the first day counts as a full day). So a lively new question is
// hot within hours, and an old favourite of hundreds of replies is not hot again because of a single new one.

const DAY_MS = 24 * 60 * 60 * 1_000
const QUIET_AFTER_MS = 3 * DAY_MS
const POINTS_A_DAY = 20
const REPLY_POINTS = 2

export type Heat = { reply_count: number; upvote_count: number; created_at: string; last_activity: string }

/** Whether a discussion is hot at `now` (milliseconds). */
export function isHot(thread: Heat, now: number): boolean {
  if (now - Date.parse(thread.last_activity) > QUIET_AFTER_MS) return false
  const days = Math.max(1, (now - Date.parse(thread.created_at)) / DAY_MS)
  return (REPLY_POINTS * thread.reply_count + thread.upvote_count) / days >= POINTS_A_DAY
}
