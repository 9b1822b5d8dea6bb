// The look of a small page that stands by itself, without the framework: what cannot be rendered (plain-pages.ts,
// moment-page.ts), and the API's pages behind the links of mails (api/http/small-page.ts). None is indexed.
import type { PageLook } from '../../api/http/small-page.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { LANGUAGES, type Language } from '../../shared/languages.ts'
import { inlineHash } from './policy.ts'

type SmallPage = {
  language: Language
  siteName: string
  title: string
  heading: string
  text: string
  /** Trusted HTML of the head. */
  head?: string
  /** Trusted HTML below the text. What one does next has the class `act`. */
  body?: string
}

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(oklch(0.24 0.02 200), oklch(0.94 0.008 170)); --muted: light-dark(oklch(0.46 0.02 190), oklch(0.75 0.015 175)); --accent: light-dark(oklch(0.508 0.118 165.6), oklch(0.773 0.153 163.2)); --bg: light-dark(oklch(0.984 0.004 165), oklch(0.185 0.012 190)) }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--bg); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { max-width: 34rem; padding: 24px; text-align: center }
p { margin: 8px 0 0; color: var(--muted); text-wrap: balance }
h1 { margin: 12px 0 0; font-size: 1.75rem; line-height: 1.25 }
a, button { display: inline-flex; align-items: center; min-height: 44px; color: var(--muted); font: inherit; font-size: 0.875rem }
.act { margin-top: 24px; padding: 0 16px; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: light-dark(#fff, #06281d); font-size: 0.9375rem; font-weight: 500; text-decoration: none; cursor: pointer }
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`
const SIGN =
  '<svg width="40" height="40" viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6" fill="#10b981"/><path d="M12 1v22M1 12h22" stroke="var(--bg)" stroke-width="2.4"/><circle cx="12" cy="12" r="4.6" fill="var(--bg)"/><circle cx="12" cy="12" r="2.1" fill="#10b981"/></svg>'

export function smallPage({
  language,
  siteName,
  title,
  heading,
  text,
  head = '',
  body = '',
}: SmallPage): string {
  return `<!doctype html>
<html lang="${LANGUAGES[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(siteName)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">${head}
<style>${STYLE}</style>
</head>
<body>
<main>
${SIGN}
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${body}
</main>
</body>
</html>
`
}

/** The same look for the pages of the API. */
export function apiPageLook(siteName: () => string): PageLook {
  return {
    render: ({ language, title, text, form }) =>
      smallPage({ language, siteName: siteName(), title, heading: title, text, body: form }),
    policy: `style-src ${inlineHash(STYLE)}; img-src 'self'`,
  }
}
