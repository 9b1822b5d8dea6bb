import type { Part } from '../rich.ts'

export const breadcrumb = 'Breadcrumb'
export const sample = 'Sample'
export const staff = 'Staff'
export const anAdministratorOfThisSite = 'An administrator of this site'
export const sample2 = ' · Sample'
export const thisCouldNotBeLoaded = 'This could not be loaded. Check your connection.'
export const tryAgain = 'Try again'
export const previous = 'Previous'
export const page = 'Page '
export const next = 'Next'
export const answer = 'Answer'
export const linkedHere = 'Linked here'
export const theLinkCouldNotBe = 'The link could not be copied'
export const linkCopied = 'Link copied!'
export const sendTo = 'Send to…'
export const share = 'Share'
export const labelOf = (label: Part, what: Part) => `${label} ${what}`
export const needsScript = (what: Part) => `${what} needs JavaScript. Reading does not.`
export const thisPartOfThePage = 'This part of the page did not arrive. Reload the page to try again.'
/** How a level is shown; the database has the English words. */
export const levelName = (level: string) => level
