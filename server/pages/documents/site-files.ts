// Small files with the site's name or URL: robots.txt, the manifest, the offline page.
import type { SiteInfo } from '../../../shared/site.ts'
import { type Document, xml } from './document.ts'

/** Personal pages and the API; everything else may be crawled. */
const NOT_FOR_ROBOTS = [
  ...['/admin', '/auth/v1/', '/rest/v1/', '/realtime/v1/', '/search'],
  ...[
    '/dashboard',
    '/profile',
    '/settings',
    '/notifications',
    '/bookmarks',
    '/unread',
    '/reports',
    '/new-discussion',
  ],
]

export function robots(site: SiteInfo): Document {
  const body = [
    'User-agent: *',
    ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', site.url).href}`,
    '',
  ].join('\n')
  return { type: 'text/plain; charset=utf-8', body, tags: ['static'] }
}

/** As in app/styles/tokens.css: manifests cannot use CSS. */
const COLOURS = { theme: '#ffffff', background: '#f8faf9' }

export function manifest(site: SiteInfo): Document {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const body = {
    id: '/',
    name: site.name,
    short_name: site.name.slice(0, 12),
    description: site.description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en-IN',
    dir: 'ltr',
    theme_color: COLOURS.theme,
    background_color: COLOURS.background,
    categories: ['finance', 'education', 'social'],
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Start a discussion', url: '/new-discussion' },
      { name: 'Live chat', url: '/chat' },
    ],
  }
  return { type: 'application/manifest+json', body: `${JSON.stringify(body, null, 2)}\n`, tags: ['static'] }
}

/** Self-contained: it is shown when nothing else can be fetched (public/sw.js). */
export function offlinePage(site: SiteInfo): Document {
  const name = xml(site.name)
  const body = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>You are offline · ${name}</title>
<style>
:root { color-scheme: light dark; --bg: light-dark(#f8faf9, #0f1515); font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--bg); color: light-dark(#142021, #e7ebe9) }
main { max-width: 34rem; padding: 24px; text-align: center; line-height: 1.6 }
h1 { margin: 12px 0 0; font-size: 1.75rem; line-height: 1.25 }
p { margin: 8px 0 0; color: light-dark(#4f5d5d, #adb9b4) }
a { display: inline-flex; min-height: 44px; align-items: center; margin-top: 24px; padding: 0 16px; border-radius: 8px; background: light-dark(#047857, #34d399); color: light-dark(#fff, #06281d); font-size: 0.9375rem; font-weight: 500; text-decoration: none }
a:focus-visible { outline: 2px solid light-dark(#2563eb, #7dc4ff); outline-offset: 2px }
</style>
</head>
<body>
<main>
<svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6" fill="#10b981"/><path d="M12 1v22M1 12h22" stroke="var(--bg)" stroke-width="2.4"/><circle cx="12" cy="12" r="4.6" fill="var(--bg)"/><circle cx="12" cy="12" r="2.1" fill="#10b981"/></svg>
<h1>You are offline</h1>
<p>${name} cannot be reached from here. Drafts are safe in this browser, and nothing that you posted is lost.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`
  return { type: 'text/html; charset=utf-8', body, tags: ['static'] }
}
