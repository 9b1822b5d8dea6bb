// The category and the reading time of an article, and the speciality of an expert, which are stored in English, in the
// language of a page. What is not known there is shown as it is stored.
import * as t from '#words/article-words.ts'

/** Those of the page's language. */
const OWN = { categoryWord: t.categoryWord, minutesToRead: t.minutesToRead }

/** 'Investment – Mutual Funds' @param words of another language than the page's: the server has all of them */
export function articleCategory(stored: string, words = OWN): string {
  return stored
    .split(' – ')
    .map((word) => words.categoryWord(word))
    .join(' – ')
}

/** 'Taxation', of an expert. */
export const specialityName = (stored: string): string => t.categoryWord(stored)

/** '6 min read' @param words as above */
export function readingTime(stored: string, words = OWN): string {
  const [, minutes] = /^(\d+) min read$/.exec(stored) ?? []
  return minutes ? words.minutesToRead(minutes) : stored
}
