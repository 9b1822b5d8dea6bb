// What an admin page tells browsers and search engines: its title, and that it is nobody's to find.
import type { MetaDescriptor } from 'react-router'
import { pageMeta } from './meta.ts'

/** The `meta` of an admin page's route. */
export function adminMeta(title: string, path: string) {
  return ({ matches }: { matches: readonly unknown[] }): MetaDescriptor[] => [
    ...pageMeta(matches, {
      title: title === 'Admin' ? title : `${title} · Admin`,
      description: 'For the administrators of this site.',
      path,
    }),
    { name: 'robots', content: 'noindex' },
  ]
}
