// The language of a text by its script, for `lang`: a Hindi post that is read by an English voice is noise, and a search
// engine takes it for English. Devanagari counts as Hindi, and Latin letters on pages in another language as English.
import { LANGUAGE } from '#words/language.ts'

/** What Latin letters are taken for; undefined on English pages, whose language it is. */
const LATIN = LANGUAGE === 'en' ? undefined : 'en'
/** Unicode gives each of these scripts 128 signs, one after another from U+0900 on. */
const LANGUAGES = ['hi', 'bn', 'pa', 'gu', 'or', 'ta', 'te', 'kn', 'ml']
/** The beginning of a text decides. */
const LOOKED_AT = 600

/** @returns the language of the script that most letters are in; undefined for that of the page. @param text may be HTML */
export function languageOf(text: string): string | undefined {
  const said = text.slice(0, LOOKED_AT).replace(/<[^>]*/g, '')
  const indian = said.match(/[\u0900-\u0d7f]/g) ?? []
  const latin = said.match(/[a-z]/gi) ?? []
  if (indian.length > latin.length)
    return LANGUAGES[((indian[indian.length >> 1] ?? '').charCodeAt(0) - 0x900) >> 7]
  return latin.length > 0 ? LATIN : undefined
}

/** The attributes of an element that shows somebody's words: the language of their script, and their direction. */
export const spoken = (text: string) => ({ lang: languageOf(text), dir: 'auto' }) as const
