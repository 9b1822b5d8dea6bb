// The four figures under the front page's headline.
import type { DbClient } from '#app/platform/session/session.ts'
import type { SiteInfo } from '#app/platform/site/site.ts'
import { formatCompact } from '#shared/format.ts'

export type Figure = { value: string; label: string }

/** SPEC.md section 2. `holdsFrom` is the count from which each is true. */
const FIXED = [
  { value: '50K+', label: 'members', holdsFrom: 50_000 },
  { value: '6K+', label: 'discussions', holdsFrom: 6_000 },
  { value: '40K+', label: 'posts', holdsFrom: 40_000 },
] as const
const ALWAYS_OPEN: Figure = { value: '24/7', label: 'always open' }

/**
 * The headline figures. The fixed ones stand where an administrator chose them and the community is at least as
 * large; otherwise they are counted, because a first visitor sees what there really is a few lines below.
 */
export async function headlineFigures(
  reader: DbClient,
  kind: SiteInfo['headlineFigures'],
): Promise<readonly Figure[]> {
  const { data } = await reader.rpc('site_counters').single().throwOnError()
  const isTrue = FIXED.every(({ label, holdsFrom }) => data[label] >= holdsFrom)
  const figures = FIXED.map(({ value, label }) => ({
    value: kind === 'fixed' && isTrue ? value : formatCompact(data[label]),
    label,
  }))
  return [...figures, ALWAYS_OPEN]
}
