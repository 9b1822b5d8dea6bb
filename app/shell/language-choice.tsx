// This page in each language, the present one marked: in the settings, where a member can also choose the language that is
// here. Each link is a choice (first-paint/language.ts).
import { useLocation } from 'react-router'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { inLanguage, LANGUAGES, OFFERED } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'

export function LanguageChoice() {
  const { pathname, search } = useLocation()
  return (
    <ul className="flex flex-wrap gap-2">
      {OFFERED.map((language) => {
        const { name, tag } = LANGUAGES[language]
        const isHere = language === LANGUAGE
        return (
          <li key={language}>
            <a
              href={inLanguage(language, pathname + search)}
              lang={tag}
              hrefLang={tag}
              aria-current={isHere ? 'true' : undefined}
              className={buttonClass(isHere ? 'primary' : 'secondary', 'small')}
            >
              {name}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
