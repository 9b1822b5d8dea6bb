// Reads a site as a search engine does: from its front page and its sitemaps by links alone, each address once, and
// neither what robots.txt disallows nor links with `nofollow`.

const AT_ONCE = 8

export type Visit = {
  /** Path and query. */
  path: string
  status: number
  type: string
  bytes: number
  /** Of a page; '' of anything else. */
  html: string
  /** Where a redirect or the canonical link leads, as path and query; null if there is none. */
  location: string | null
  canonical: string | null
  isNoindex: boolean
}

/** The rules of robots.txt for every robot, as a test of an address. */
function disallowedBy(robots: string): (path: string) => boolean {
  const rules = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, rule = '']) => {
    const pattern = rule.replace(/[.?+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
    return new RegExp(`^${pattern}`)
  })
  return (path) => rules.some((rule) => rule.test(path))
}

/** Visits every address of the site at `origin` that may be read. */
export async function crawl(origin: string): Promise<Map<string, Visit>> {
  const text = async (path: string) => (await fetch(origin + path)).text()
  const robots = await text('/robots.txt')
  const isDisallowed = disallowedBy(robots)
  const visits = new Map<string, Visit>()
  const queue: string[] = []
  const known = new Set<string>()
  const add = (address: string, from = '/') => {
    const url = URL.parse(address.replaceAll('&amp;', '&'), origin + from)
    if (url?.origin !== origin) return
    const path = url.pathname + url.search
    if (known.has(path) || isDisallowed(path)) return
    known.add(path)
    queue.push(path)
  }
  add('/')
  for (const sitemap of locationsIn(await text('/sitemap.xml')))
    for (const page of locationsIn(await text(new URL(sitemap).pathname))) add(page)
  const next = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const visit = await read(origin, path)
      visits.set(path, visit)
      if (visit.location) add(visit.location, path)
      for (const [link, href = ''] of visit.html.matchAll(/<a [^>]*?href="([^"]+)"[^>]*/g))
        if (!/ rel="[^"]*nofollow/.test(link)) add(href, path)
    }
  }
  // A page that was being read by one may have left links after another found nothing to do.
  while (queue.length > 0) await Promise.all(Array.from({ length: AT_ONCE }, next))
  return visits
}

async function read(origin: string, path: string): Promise<Visit> {
  const answer = await fetch(origin + path, { redirect: 'manual' })
  const body = await answer.text()
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? ''
  const html = type === 'text/html' ? body : ''
  const within = (address: string | null | undefined) => {
    const url = address ? URL.parse(address.replaceAll('&amp;', '&'), origin) : null
    return url && url.pathname + url.search
  }
  return {
    path,
    status: answer.status,
    type,
    bytes: Buffer.byteLength(body),
    html,
    location: within(answer.headers.get('location')),
    canonical: within(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]),
    isNoindex:
      /<meta name="robots" content="[^"]*noindex/.test(html) ||
      /noindex/.test(answer.headers.get('x-robots-tag') ?? ''),
  }
}

/** The addresses in a sitemap, or in the index of sitemaps. */
export function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location)
}
