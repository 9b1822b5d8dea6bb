// The four figures under the front page's headline.
import { formatCompact } from '#app/lib/format.ts'
import type { Reader } from '#app/lib/reader.ts'
import type { SiteInfo } from '#app/lib/site.ts'

export type Figure = { value: string; label: string }

/** SPEC.md section 2. An admin decides whether they stand or the real ones do. */
const FIXED: readonly Figure[] = [
  { value: '50K+', label: 'members' },
  { value: '6K+', label: 'discussions' },
  { value: '40K+', label: 'posts' },
  { value: '24/7', label: 'always open' },
]

/** The headline figures: the fixed four, or counted now. */
export async function headlineFigures(
  reader: Reader,
  kind: SiteInfo['headlineFigures'],
): Promise<readonly Figure[]> {
  if (kind === 'fixed') return FIXED
  const { data } = await reader.rpc('site_counters').single().throwOnError()
  return [
    { value: formatCompact(data.members), label: 'members' },
    { value: formatCompact(data.discussions), label: 'discussions' },
    { value: formatCompact(data.posts), label: 'posts' },
    ...FIXED.slice(3),
  ]
}
