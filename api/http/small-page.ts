// The pages of the API that people see: a heading, a text, and a form at most. A site has a look of its own (composeApi);
// the API alone has this one.
import { escapeHtml } from '../../shared/escape-html.ts'
import { LANGUAGES, type Language } from '../../shared/languages.ts'
import { digest } from '../crypto.ts'

export type SmallPage = {
  language: Language
  title: string
  text: string
  /** Trusted HTML below the text. Its button has the class `act`. */
  form: string
}

export type PageLook = {
  /** @returns a document without scripts */
  render(page: SmallPage): string
  /** Directives of its Content-Security-Policy for its style and pictures. */
  policy: string
}

const STYLE = `:root{color-scheme:light dark;--ink:#1b1d1c;--paper:#f7f6f2;--sheet:#fff;--line:#d9d6cc;--act:#0b6b4f;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e9e7e0;--paper:#161817;--sheet:#1e2120;--line:#3a3e3c;--act:#5fc7a2;--on:#0b1a14}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;width:min(28rem,100% - 2rem);padding:2rem 1.5rem;background:var(--sheet);border:1px solid var(--line);border-radius:.75rem}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}p{margin:0}
.act{width:100%;min-height:2.75rem;margin-top:1.25rem;padding:.5rem 1rem;border:0;border-radius:.5rem;background:var(--act);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
.act:focus-visible{outline:3px solid var(--act);outline-offset:3px}`

export const OWN_LOOK: PageLook = {
  render: ({ language, title, text, form }) => `<!doctype html>
<html lang="${LANGUAGES[language].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
${form}</main></body></html>
`,
  policy: `style-src 'sha256-${digest(STYLE, 'base64')}'`,
}
