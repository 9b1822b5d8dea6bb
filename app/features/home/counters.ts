// The four figures of the front page.
import type { DbClient } from '#app/platform/session/session.ts'
import { formatCompact } from '#shared/format.ts'
import type { SiteInfo } from '#shared/site.ts'

export type Figure = { value: string; label: string }

/** SPEC.md section 2. `holdsFrom` is the real count from which the figure is true. */
const FIXED = [
  { value: '50K+', label: 'members', holdsFrom: 50_000 },
  { value: '6K+', label: 'discussions', holdsFrom: 6_000 },
  { value: '40K+', label: 'posts', holdsFrom: 40_000 },
] as const
const ALWAYS_OPEN: Figure = { value: '24/7', label: 'always open' }

/**
 * The headline figures. The fixed ones are used if an administrator chose them and the community is at least that
 * large; otherwise the real counts, because visitors see below what there really is.
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
