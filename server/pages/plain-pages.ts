// Pages without the framework: during maintenance, for an address over the rendering limit, and while a crowd is here
// (moment-page.ts). Each states the problem and what to do, and is not indexed. People, scripts and search engines are
// told when to retry; for data requests the router shows its own error page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { retryAfter } from '../../api/limits/limits.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import type { SiteInfo } from '../../shared/site.ts'
import type { Passes } from '../admin/passes.ts'
import { contentSecurityPolicy, scriptHash } from './policy.ts'

const RETRY_AFTER_SECONDS = 600
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
  const { access_token: token } = JSON.parse(localStorage.getItem('arthachowk-session') ?? '{}')
  if (token)
    fetch('/site/v1/pass', { method: 'POST', headers: { authorization: 'Bearer ' + token } }).then(
      (answer) => { if (answer.status === 204) location.reload() },
      () => undefined,
    )
} catch {}`
const PASS_POLICY = contentSecurityPolicy([scriptHash(TAKE_PASS)])

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
    more: `<p><a href="/admin">Administrators come in here</a></p>\n<script>${TAKE_PASS}</script>`,
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
  })
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  page: PlainPage & { status: number; retryAfter: string; policy: string },
): void {
  const isData = path.endsWith('.data')
  const body = Buffer.from(isData ? page.title : plainPage(page))
  response.writeHead(page.status, {
    'content-type': `${isData ? 'text/plain' : 'text/html'}; charset=utf-8`,
    'content-length': body.length,
    'retry-after': page.retryAfter,
    'cache-control': 'no-store',
    ...(isData ? {} : { 'content-security-policy': page.policy }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

export type PlainPage = {
  siteName: string
  title: string
  heading: string
  text: string
  /** Trusted HTML of the head. */
  head?: string
  /** Trusted HTML between the text and the retry link. */
  state?: string
  /** Trusted HTML below the retry link. */
  more?: string
}

export function plainPage({
  siteName,
  title,
  heading,
  text,
  head = '',
  state = '',
  more = '',
}: PlainPage): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(siteName)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">${head}
<style>
:root { color-scheme: light dark; --text: light-dark(oklch(0.24 0.02 200), oklch(0.94 0.008 170)); --muted: light-dark(oklch(0.46 0.02 190), oklch(0.75 0.015 175)); --accent: light-dark(oklch(0.508 0.118 165.6), oklch(0.773 0.153 163.2)); --bg: light-dark(oklch(0.984 0.004 165), oklch(0.185 0.012 190)) }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--bg); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { max-width: 34rem; padding: 24px; text-align: center }
p { margin: 8px 0 0; color: var(--muted); text-wrap: balance }
h1 { margin: 12px 0 0; font-size: 1.75rem; line-height: 1.25 }
a { display: inline-flex; align-items: center; min-height: 44px; color: var(--muted); font-size: 0.875rem }
a.again { margin-top: 24px; padding: 0 16px; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: light-dark(#fff, #06281d); font-size: 0.9375rem; font-weight: 500; text-decoration: none }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
</style>
</head>
<body>
<main>
<svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6" fill="#10b981"/><path d="M12 1v22M1 12h22" stroke="var(--bg)" stroke-width="2.4"/><circle cx="12" cy="12" r="4.6" fill="var(--bg)"/><circle cx="12" cy="12" r="2.1" fill="#10b981"/></svg>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>${state}
<a class="again" href="">Try again</a>
${more}
</main>
</body>
</html>
`
}
