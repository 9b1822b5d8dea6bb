// The response for an address over the rendering limit: when to retry, for people, scripts and search engines, which
// slow down on 429.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { retryAfter } from '../../api/limits/limits.ts'
import { plainPage } from './plain-page.ts'
import { contentSecurityPolicy } from './policy.ts'
import type { SiteInfo } from './site.ts'

const POLICY = contentSecurityPolicy([])

/** @param path of the page; for data requests the router shows its own error page */
export function answerTooMany(
  site: SiteInfo,
  request: IncomingMessage,
  response: ServerResponse,
  { path, waitMs }: { path: string; waitMs: number },
): void {
  const seconds = retryAfter(waitMs)
  const isData = path.endsWith('.data')
  const body = Buffer.from(isData ? 'Too many pages at once' : page(site, seconds))
  response.writeHead(429, {
    'content-type': `${isData ? 'text/plain' : 'text/html'}; charset=utf-8`,
    'content-length': body.length,
    'retry-after': seconds,
    'cache-control': 'no-store',
    ...(isData ? {} : { 'content-security-policy': POLICY }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function page({ name }: SiteInfo, seconds: string): string {
  const wait = seconds === '1' ? 'a second' : `${seconds} seconds`
  return plainPage({
    siteName: name,
    title: 'Too many pages at once',
    heading: 'A short pause, please',
    text: `Many pages were asked for from your connection in a short time. You may share it with others, as most mobile connections do, so this need not be your doing. Please try again in ${wait}.`,
  })
}
