// The columns of a category's name and description in a language, for a request: the row has them as `name` and
// `description` in every language. A language for which the database has no such columns shows the English ones.
import type { Language } from './languages.ts'

const HAVE_OWN: readonly Language[] = ['hi']

const columnIn = <Column extends string>(column: Column, language: Language) =>
  (HAVE_OWN.includes(language) ? `${column}:${column}_${language}` : column) as Column

export const nameIn = (language: Language) => columnIn('name', language)
export const descriptionIn = (language: Language) => columnIn('description', language)
