// Maintenance mode: everyone but administrators gets one page with a Retry-After. Sign-in, the admin pages (which
// contain no data themselves) and newsletter links stay available.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Passes } from '../admin/passes.ts'
import { plainPage } from './plain-page.ts'
import { contentSecurityPolicy, scriptHash } from './policy.ts'
import type { SiteInfo } from './site.ts'

const RETRY_AFTER_SECONDS = 600
const OPEN =
  /^\/(?:signin|forgot-password|reset-password|confirmed|newsletter\/.*|admin(?:\/.*)?)(?:\.data)?\/?$/

/** Whether a page is unavailable to this request. */
export function isInMaintenance(
  site: SiteInfo,
  passes: Passes,
  request: IncomingMessage,
  path: string,
): boolean {
  return site.maintenance && !OPEN.test(path) && !passes.holds(request, Date.now())
}

/** Sends the maintenance page. */
export function answerMaintenance(
  site: SiteInfo,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const isData = path.endsWith('.data')
  const body = Buffer.from(isData ? 'Under maintenance' : page(site))
  response.writeHead(503, {
    'content-type': `${isData ? 'text/plain' : 'text/html'}; charset=utf-8`,
    'content-length': body.length,
    'retry-after': String(RETRY_AFTER_SECONDS),
    'cache-control': 'no-store',
    ...(isData ? {} : { 'content-security-policy': PASS_POLICY }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** A signed-in administrator gets the pass, and then the page. Others are refused. */
const TAKE_PASS = `try {
  const { access_token: token } = JSON.parse(localStorage.getItem('arthachowk-session') ?? '{}')
  if (token)
    fetch('/site/v1/pass', { method: 'POST', headers: { authorization: 'Bearer ' + token } }).then(
      (answer) => { if (answer.status === 204) location.reload() },
      () => undefined,
    )
} catch {}`
const PASS_POLICY = contentSecurityPolicy([scriptHash(TAKE_PASS)])

function page({ name }: SiteInfo): string {
  return plainPage({
    siteName: name,
    title: 'Under maintenance',
    heading: 'We are back soon',
    text: `${name} is under maintenance. Reading and writing pause for a short while, and nothing that you wrote is lost. Please try again in a few minutes.`,
    more: `<p><a href="/admin">Administrators come in here</a></p>\n<script>${TAKE_PASS}</script>`,
  })
}
