// What an admin page tells browsers and search engines: its title, and that it is nobody's to find.
import type { MetaDescriptor } from 'react-router'
import { pageMeta } from './meta.ts'

/** The descriptors of an admin page, for its route's `meta`. */
export function adminMeta(
  matches: readonly unknown[],
  { title, path }: { title: string; path: string },
): MetaDescriptor[] {
  return [
    ...pageMeta(matches, {
      title: title === 'Admin' ? title : `${title} · Admin`,
      description: 'For the administrators of this site.',
      path,
    }),
    { name: 'robots', content: 'noindex' },
  ]
}
