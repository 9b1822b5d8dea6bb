// Maintenance: who is no administrator gets one page, whatever was asked for, that says so and when to come again.
// Sign-in stays open, and so do the admin's pages, which hold nothing of themselves, and what a newsletter links to.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Passes } from '../admin/passes.ts'
import { contentSecurityPolicy } from './render.ts'
import type { SiteInfo } from './site.ts'

const RETRY_AFTER_SECONDS = 600
const OPEN =
  /^\/(?:signin|forgot-password|reset-password|confirmed|newsletter\/.*|admin(?:\/.*)?)(?:\.data)?\/?$/

/** Whether a page is shut for whoever asks. */
export function isClosed(site: SiteInfo, passes: Passes, request: IncomingMessage, path: string): boolean {
  return site.maintenance && !OPEN.test(path) && !passes.holds(request, Date.now())
}

/** Answers with the page of a closed site. */
export function answerClosed(
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
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isData ? {} : { 'content-security-policy': contentSecurityPolicy(body.toString()) }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** An administrator who is signed in here gets the pass, and then the page. Everybody else is told no. */
const TAKE_PASS = `try {
  const { access_token: token } = JSON.parse(localStorage.getItem('arthachowk-session') ?? '{}')
  if (token)
    fetch('/site/v1/pass', { method: 'POST', headers: { authorization: 'Bearer ' + token } }).then(
      (answer) => { if (answer.status === 204) location.reload() },
      () => undefined,
    )
} catch {}`

function page(site: SiteInfo): string {
  const name = escapeHtml(site.name)
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Under maintenance · ${name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
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
<h1>We are back soon</h1>
<p>${name} is under maintenance. Reading and writing pause for a short while, and nothing that you wrote is lost. Please try again in a few minutes.</p>
<a class="again" href="">Try again</a>
<p><a href="/admin">Administrators come in here</a></p>
</main>
<script>${TAKE_PASS}</script>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
