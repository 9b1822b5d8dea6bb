// The language of the page, as a field of a form that posts without a script: what comes back, and is mailed, is in it.
import { LANGUAGE } from '#words/language.ts'

export function PageLanguage() {
  return LANGUAGE === 'en' ? null : <input type="hidden" name="language" value={LANGUAGE} />
}
