// Links to this page in the other languages, in header, menu and footer. They load a document: its texts, and the code that shows them, are of
// another build. The inline script keeps the choice (first-paint/language.ts), and
// a member's account is told of it (platform/session/own-language.ts).
import { useLocation } from 'react-router'
import { inLanguage, LANGUAGES, OFFERED } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'

const OTHERS = OFFERED.filter((language) => language !== LANGUAGE)
/** Whether there is one, for which every header has room; the footer and the settings have all. */
export const IS_ONE_OTHER = OTHERS.length === 1

export function LanguageLinks({ className }: { className: string }) {
  const { pathname, search } = useLocation()
  return OTHERS.map((language) => {
    const { name, tag } = LANGUAGES[language]
    return (
      <a
        key={language}
        href={inLanguage(language, pathname + search)}
        lang={tag}
        hrefLang={tag}
        className={className}
      >
        {name}
      </a>
    )
  })
}
