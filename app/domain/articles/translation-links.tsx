// Links from an article to the same article in other languages, on the pages of these languages.
import { inLanguage, LANGUAGES, type Language } from '#shared/languages.ts'
import * as words from '#words/translations.ts'
import type { Translation } from './queries.ts'

const TEXTS: Partial<Record<Language, string>> = { en: words.readInEnglish, hi: words.readInHindi }

export function TranslationLinks({ translations }: { translations: readonly Translation[] }) {
  return translations.map(({ slug, language }) => (
    <p key={language} className="mt-4 text-15">
      <a
        href={inLanguage(language, `/blog/${slug}`)}
        hrefLang={LANGUAGES[language].tag}
        className="-my-2.5 inline-block py-2.5 font-medium text-accent hover:underline"
      >
        {TEXTS[language] ?? LANGUAGES[language].name}
      </a>
    </p>
  ))
}
