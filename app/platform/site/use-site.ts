// The site's own settings, for any component: the name of the product is one of them, never a literal.
import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'
import type { SiteInfo } from './site.ts'

export function useSite(): SiteInfo {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!data) throw new Error('the root loader has not run')
  return data.site
}
