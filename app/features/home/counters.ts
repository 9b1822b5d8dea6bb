// The four figures of the front page.
import type { DbClient } from '#app/platform/session/session.ts'
import { formatCompact } from '#shared/format.ts'
import type { SiteInfo } from '#shared/site.ts'
import * as t from '#words/home.ts'

export type Figure = { value: string; label: string }

/** SPEC.md section 2. `of` is what is counted; `holdsFrom` is the real count from which the figure is true. */
const FIXED = [
  { value: '50K+', of: 'members', label: t.members, holdsFrom: 50_000 },
  { value: '6K+', of: 'discussions', label: t.discussionsWord, holdsFrom: 6_000 },
  { value: '40K+', of: 'posts', label: t.posts, holdsFrom: 40_000 },
] as const
const ALWAYS_OPEN: Figure = { value: '24/7', label: t.alwaysOpen }

/**
 * The headline figures. The fixed ones are used if an administrator chose them and the community is at least that
 * large; otherwise the real counts, because visitors see below what there really is.
 */
export async function headlineFigures(
  reader: DbClient,
  kind: SiteInfo['headlineFigures'],
): Promise<readonly Figure[]> {
  const { data } = await reader.rpc('site_counters').single().throwOnError()
  const isTrue = FIXED.every(({ of, holdsFrom }) => data[of] >= holdsFrom)
  const figures = FIXED.map(({ of, value, label }) => ({
    value: kind === 'fixed' && isTrue ? value : formatCompact(data[of]),
    label,
  }))
  return [...figures, ALWAYS_OPEN]
}
