// What the database and the API refuse, in the language of the page. They answer in English, as the contract has it: the
// sentence is the key of its translation.
import { refusals } from '#words/refusals.ts'

/** @param sentence as it was answered; one without a translation stays as it is */
export function inPageLanguage(sentence: string): string {
  const exact = refusals[sentence]
  if (exact) return exact
  const numbers = sentence.match(/\d+/g) ?? []
  const pattern = refusals[sentence.replace(/\d+/g, '%s')]
  return pattern ? numbers.reduce((text, number) => text.replace('%s', number), pattern) : sentence
}
