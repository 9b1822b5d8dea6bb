// The languages of the interface. A language is a row here, a folder of messages/ and a condition of `#words/*` in
// package.json. Its pages are a build of their own below its prefix, so a page's address says its language.

export type Language = 'en' | 'hi' | 'xx'

type Row = {
  /** In the language itself. */
  name: string
  /** For `lang` and `Intl`. */
  tag: string
  /** The first segment of the addresses of its pages. */
  prefix: string
  /** Whether readers can choose it. */
  isOffered: boolean
}

export const LANGUAGES: Readonly<Record<Language, Row>> = {
  en: { name: 'English', tag: 'en-IN', prefix: '', isOffered: true },
  hi: { name: 'हिन्दी', tag: 'hi-IN', prefix: '/hi', isOffered: true },
  // Longer, accented and bracketed English, made by scripts/pseudo-language.ts: shows what is not in the catalogue.
  xx: { name: 'Ƥşḗŭḓǿ', tag: 'en-XA', prefix: '/xx', isOffered: false },
}

/** The prefix at the beginning of a path: for the page's inline script, which is in every page and has no room for more. */
export const PREFIX = /^\/(?:hi|xx)(?=\/|$)/

/** The languages that readers can choose. */
export const OFFERED = /* @__PURE__ */ (Object.keys(LANGUAGES) as Language[]).filter(
  (one) => LANGUAGES[one].isOffered,
)

/** A language that readers can choose, as it is stored; English for any other. */
export const offered = (stored: string | null | undefined): Language =>
  OFFERED.find((one) => one === stored) ?? 'en'

/** The language of the page at `path`. */
export function languageOfPath(path: string): Language {
  const found = Object.entries(LANGUAGES).find(
    ([, { prefix }]) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)),
  )
  return (found?.[0] ?? 'en') as Language
}

/** `path` as the routes have it: without the prefix of a language. */
export function withoutLanguage(path: string): string {
  const { prefix } = LANGUAGES[languageOfPath(path)]
  return prefix !== '' && path === prefix ? '/' : path.slice(prefix.length)
}

/** The address of the same page in `language`. @param path without a prefix; may have a query and a fragment */
export function inLanguage(language: Language, path: string): string {
  const { prefix } = LANGUAGES[language]
  return prefix + (prefix !== '' && /^\/(?:[?#]|$)/.test(path) ? path.slice(1) : path)
}
