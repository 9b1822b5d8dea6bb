import type { Part } from '../rich.ts'

// Pages that the server makes without the framework (server/pages).
export const tryAgain = 'Try again'

export const underMaintenance = 'Under maintenance'
export const weAreBackSoon = 'We are back soon'
export const isUnderMaintenance = (site: Part) =>
  `${site} is under maintenance. Reading and writing pause for a short while, and nothing that you wrote is lost. Please try again in a few minutes.`
export const administratorsComeInHere = 'Administrators come in here'

export const tooManyPagesAtOnce = 'Too many pages at once'
export const aShortPausePlease = 'A short pause, please'
export const manyPagesWereAskedFor = (seconds: Part) =>
  `Many pages were asked for from your connection in a short time. You may share it with others, as most mobile connections do, so this need not be your doing. Please try again in ${seconds === '1' ? 'a second' : `${seconds} seconds`}.`

export const oneMoment = 'One moment'
export const itIsTriedAgain = 'It is tried again in a few seconds.'
export const yourBrowserShows =
  'Your browser shows that it is not a robot. The page opens by itself in a few seconds.'
export const triesAgainEvery = (seconds: Part) => `This page tries again by itself every ${seconds} seconds.`
export const manyPagesAreBeingOpened = (site: Part) =>
  `Many pages of ${site} are being opened at the same time.`

export const youAreOffline = 'You are offline'
export const cannotBeReached = (site: Part) =>
  `${site} cannot be reached from here. Drafts are safe in this browser, and nothing that you posted is lost.`

export const somethingWentWrong = (request: Part) => `Something went wrong on our side. Request: ${request}`
