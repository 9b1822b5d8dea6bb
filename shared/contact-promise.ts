// What the site promises to who writes by the contact form, as the settings have it.
import * as t from '#words/waiting.ts'

export type ContactPromise = {
  /** Within how many hours a message is answered. */
  hours: number
  /** A sentence about when that is not so, such as Sundays; or empty. */
  exceptions: string
}

type Words = (amount: number) => string

const HOURS_OF_A_DAY = 24

/** Those of the page's language. */
const OWN = { withinDays: t.withinDays, withinHours: t.withinHours }

/** 'within 24 hours', 'within 3 days'. @param words of another language than the page's: the server mails in all of them */
export const within = (promise: ContactPromise, words = OWN) =>
  inWholeDays(promise, words.withinDays, words.withinHours)

/** 'Within 24 hours', as a heading. */
export const titleWithin = (promise: ContactPromise) =>
  inWholeDays(promise, t.titleWithinDays, t.titleWithinHours)

function inWholeDays({ hours }: ContactPromise, ofDays: Words, ofHours: Words): string {
  const days = hours / HOURS_OF_A_DAY
  return days > 1 && Number.isInteger(days) ? ofDays(days) : ofHours(hours)
}

/** What is added to a sentence with the time: a space and the exceptions, or nothing. */
export const except = ({ exceptions }: ContactPromise) => (exceptions.trim() ? ` ${exceptions.trim()}` : '')
