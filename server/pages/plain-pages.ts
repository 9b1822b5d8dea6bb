// Pages without the framework: during maintenance, for an address over the rendering limit, and while a crowd is here
// (moment-page.ts). Each states the problem and what to do, in the look of small-page.ts
// and the language of the address. People, scripts and search engines are
// told when to retry; for data requests the router shows its own error page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { retryAfter } from '../../api/limits/limits.ts'
import { type PlainPages, wordsOf } from '../../messages/by-language.ts'
import { inLanguage, languageOfPath, withoutLanguage } from '../../shared/languages.ts'
import { SESSION_KEY } from '../../shared/page-contract.ts'
import type { SiteInfo } from '../../shared/site.ts'
import type { Passes } from '../admin/passes.ts'
import { contentSecurityPolicy, inlineHash } from './policy.ts'
import { smallPage } from './small-page.ts'

const RETRY_AFTER_SECONDS = 600
/** @param t the words of the page */
export const tryAgain = (t: PlainPages) => `<a class="act" href="">${t.tryAgain}</a>`
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
  return site.maintenance && !OPEN.test(withoutLanguage(path)) && !passes.holds(request, Date.now())
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
  const language = languageOfPath(path)
  const t = wordsOf(language).plainPages
  answer(request, response, path, {
    status: 503,
    language,
    retryAfter: String(RETRY_AFTER_SECONDS),
    policy: PASS_POLICY,
    siteName: site.name,
    title: t.underMaintenance,
    heading: t.weAreBackSoon,
    text: t.isUnderMaintenance(site.name),
    body: `${tryAgain(t)}\n<p><a href="${inLanguage(language, '/admin')}">${t.administratorsComeInHere}</a></p>\n<script>${TAKE_PASS}</script>`,
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
  const language = languageOfPath(path)
  const t = wordsOf(language).plainPages
  answer(request, response, path, {
    status: 429,
    language,
    retryAfter: seconds,
    policy: POLICY,
    siteName: site.name,
    title: t.tooManyPagesAtOnce,
    heading: t.aShortPausePlease,
    text: t.manyPagesWereAskedFor(seconds),
    body: tryAgain(t),
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
