// The site's public settings, for components: the root's loader gets them from the server (server/pages/site.ts).
import { useRouteLoaderData } from 'react-router'
import type { SiteInfo } from '#shared/site.ts'

/** Who runs the site, for a sentence that names the site already. @param itsOwnTeam in the page's language */
export function runBy(
  { name, legalEntity }: Pick<SiteInfo, 'name' | 'legalEntity'>,
  itsOwnTeam: string,
): string {
  return legalEntity === name ? itsOwnTeam : legalEntity
}

/** The site's settings. The product's name is one of them: no component has it as a literal. */
export function useSite(): SiteInfo {
  const data = useRouteLoaderData<() => { site: SiteInfo }>('root')
  if (!data) throw new Error('the root loader has not run')
  return data.site
}
