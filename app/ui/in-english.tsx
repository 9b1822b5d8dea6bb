// Pages whose text is English in every language (docs/hindi.md): they say so, and their text is marked as English.
import type { ReactNode } from 'react'
import { LANGUAGES } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'
import * as t from '#words/ui-more.ts'

const isMarked = LANGUAGE !== 'en'
const OWN = LANGUAGES[LANGUAGE].tag

/** The `lang` of a text in English; undefined on English pages, whose language it is. */
export const ENGLISH: string | undefined = isMarked ? LANGUAGES.en.tag : undefined

/** Says above such a page that it is in English. */
export function EnglishNote() {
  return isMarked ? (
    <p lang={OWN} className="text-14 text-muted">
      {t.thisPageIsInEnglish}
    </p>
  ) : null
}

/** A part of such a page that is in the language of the pages. */
export function InPageLanguage({ children }: { children: ReactNode }) {
  return isMarked ? <div lang={OWN}>{children}</div> : children
}
