// What the database and the API refuse, in the language of the page. They answer in English, as the contract has it: the
// sentence is the key of its translation.
// They are loaded with the first answer that is a refusal, before it is handed on: a reader who is refused nothing has no
// use for them.
import { LANGUAGE } from '#words/language.ts'

let refusals: Readonly<Record<string, string>> = {}

/** To be awaited before a refusal is handed on. English is what they are in. */
export async function loadRefusals(): Promise<void> {
  if (LANGUAGE === 'en') return
  try {
    refusals = (await import('#words/refusals.ts')).refusals
  } catch {
    // Offline: the sentence stays as it was answered.
  }
}

/** @param sentence as it was answered; one without a translation stays as it is */
export function inPageLanguage(sentence: string): string {
  const exact = refusals[sentence]
  if (exact) return exact
  const numbers = sentence.match(/\d+/g) ?? []
  const pattern = refusals[sentence.replace(/\d+/g, '%s')]
  return pattern ? numbers.reduce((text, number) => text.replace('%s', number), pattern) : sentence
}
