// Small files with the site's name or URL: robots.txt, security.txt, the manifest, the offline page.
import { wordsOf } from '../../../messages/by-language.ts'
import { inLanguage, LANGUAGES, type Language, OFFERED } from '../../../shared/languages.ts'
import type { SiteInfo } from '../../../shared/site.ts'
import { type Document, xml } from './document.ts'

/**
 * What costs a crawler or the site time and has nothing of its own: the API, redirects to replies, and other orders and
 * parts of pages that have one address. Pages that are not for search results are not here but say `noindex`
 * (app/platform/seo/meta.ts), which a crawler can only obey if it may fetch them.
 */
const NOT_FOR_ROBOTS = [
  ...['/auth/v1/', '/rest/v1/', '/realtime/v1/', '/site/v1/'],
  ...['reply=', 'order=', 'show=', 'sort=', 'tab=about', 'q='].flatMap((name) => [
    `/*?${name}`,
    `/*&${name}`,
  ]),
  ...['/?tab=', '/search?', '/contact?', '/new-discussion?'].flatMap((path) =>
    OFFERED.map((language) => inLanguage(language, path)),
  ),
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

/** How long a reporter may trust the file. The RFC recommends less than a year. */
const SECURITY_LASTS_MS = 180 * 24 * 60 * 60_000

/** Where to report a vulnerability (RFC 9116). @param contact an address, or null for the contact page */
export function securityText(site: SiteInfo, contact: string | null): Document {
  const address = (path: string) => new URL(path, site.url).href
  const body = [
    `Contact: ${contact ?? address('/contact')}`,
    `Expires: ${new Date(Date.now() + SECURITY_LASTS_MS).toISOString().slice(0, 19)}Z`,
    'Preferred-Languages: en, hi',
    `Canonical: ${address('/.well-known/security.txt')}`,
    '',
  ].join('\n')
  return { type: 'text/plain; charset=utf-8', body, tags: ['static'] }
}

/** As in app/styles/tokens.css: manifests cannot use CSS. */
const COLOURS = { theme: '#ffffff', background: '#f8faf9' }

/** What a browser shows before it installs the site (scripts/make-manifest-pictures.ts). */
export const SCREENSHOTS = [
  { file: 'screenshot-narrow.png', width: 780, height: 1_560, form: 'narrow' },
  { file: 'screenshot-wide.png', width: 2_048, height: 1_280, form: 'wide' },
] as const
/** The name on the pictures: a site with another name has none. */
const NAME_ON_SCREENSHOTS = 'ArthaChowk'

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
    ...(site.name === NAME_ON_SCREENSHOTS
      ? {
          screenshots: SCREENSHOTS.map(({ file, width, height, form }) => ({
            src: `/${file}`,
            sizes: `${width}x${height}`,
            type: 'image/png',
            form_factor: form,
            label: 'The front page',
          })),
        }
      : {}),
    shortcuts: [
      { name: 'Start a discussion', url: '/new-discussion' },
      { name: 'Live chat', url: '/chat' },
    ],
  }
  return { type: 'application/manifest+json', body: `${JSON.stringify(body, null, 2)}\n`, tags: ['static'] }
}

/** Self-contained: it is shown when nothing else can be fetched (public/sw.js). */
export function offlinePage(site: SiteInfo, language: Language): Document {
  const t = wordsOf(language).plainPages
  const name = xml(site.name)
  const body = `<!doctype html>
<html lang="${LANGUAGES[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${t.youAreOffline} · ${name}</title>
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
<h1>${t.youAreOffline}</h1>
<p>${t.cannotBeReached(name)}</p>
<a href="">${t.tryAgain}</a>
</main>
</body>
</html>
`
  return { type: 'text/html; charset=utf-8', body, tags: ['static'] }
}
