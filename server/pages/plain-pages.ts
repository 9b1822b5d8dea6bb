// Pages without the framework: during maintenance, for an address over the rendering limit, and while a crowd is here
// (moment-page.ts). Each states the problem and what to do, in the look of small-page.ts. People, scripts and search engines are
// told when to retry; for data requests the router shows its own error page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { retryAfter } from '../../api/limits/limits.ts'
import { SESSION_KEY } from '../../shared/page-contract.ts'
import type { SiteInfo } from '../../shared/site.ts'
import type { Passes } from '../admin/passes.ts'
import { contentSecurityPolicy, inlineHash } from './policy.ts'
import { smallPage } from './small-page.ts'

const RETRY_AFTER_SECONDS = 600
export const TRY_AGAIN = '<a class="act" href="">Try again</a>'
/** Sign-in, the admin pages (which contain no data themselves) and newsletter links stay available. */
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

/** A signed-in administrator gets the pass, and then the page. Others are refused. */
const TAKE_PASS = `try {
  const { access_token: token } = JSON.parse(localStorage.getItem('${SESSION_KEY}') ?? '{}')
  if (token)
    fetch('/site/v1/pass', { method: 'POST', headers: { authorization: 'Bearer ' + token } }).then(
      (answer) => { if (answer.status === 204) location.reload() },
      () => undefined,
    )
} catch {}`
const PASS_POLICY = contentSecurityPolicy([inlineHash(TAKE_PASS)])

/** Sends the maintenance page. Everyone but administrators gets it. */
export function answerMaintenance(
  site: SiteInfo,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  answer(request, response, path, {
    status: 503,
    retryAfter: String(RETRY_AFTER_SECONDS),
    policy: PASS_POLICY,
    siteName: site.name,
    title: 'Under maintenance',
    heading: 'We are back soon',
    text: `${site.name} is under maintenance. Reading and writing pause for a short while, and nothing that you wrote is lost. Please try again in a few minutes.`,
    body: `${TRY_AGAIN}\n<p><a href="/admin">Administrators come in here</a></p>\n<script>${TAKE_PASS}</script>`,
  })
}

const POLICY = contentSecurityPolicy([])

/** Sends the page for an address over the rendering limit. Search engines slow down on 429. */
export function answerTooMany(
  site: SiteInfo,
  request: IncomingMessage,
  response: ServerResponse,
  { path, waitMs }: { path: string; waitMs: number },
): void {
  const seconds = retryAfter(waitMs)
  const wait = seconds === '1' ? 'a second' : `${seconds} seconds`
  answer(request, response, path, {
    status: 429,
    retryAfter: seconds,
    policy: POLICY,
    siteName: site.name,
    title: 'Too many pages at once',
    heading: 'A short pause, please',
    text: `Many pages were asked for from your connection in a short time. You may share it with others, as most mobile connections do, so this need not be your doing. Please try again in ${wait}.`,
    body: TRY_AGAIN,
  })
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  page: Parameters<typeof smallPage>[0] & { status: number; retryAfter: string; policy: string },
): void {
  const isData = path.endsWith('.data')
  const body = Buffer.from(isData ? page.title : smallPage(page))
  response.writeHead(page.status, {
    'content-type': `${isData ? 'text/plain' : 'text/html'}; charset=utf-8`,
    'content-length': body.length,
    'retry-after': page.retryAfter,
    'cache-control': 'no-store',
    ...(isData ? {} : { 'content-security-policy': page.policy }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
