import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const home = 'Home'
export const forums = 'Forums'
export const newLabel = 'New'
export const chat = 'Chat'
export const me = 'Me'
export const shortcuts = 'Shortcuts'
export const noConnection = 'No connection'
export const theSiteCannotBeReached = 'The site cannot be reached'
export const checkYourConnectionAndTry =
  'Check your connection and try again. Drafts are safe in this browser, and nothing that you posted is lost.'
export const tryAgain = 'Try again'
export const allDiscussionsAreForEducational =
  'All discussions are for educational purposes only and are not financial advice.'
export const allRightsReserved = (firstYear: Part, yearInIndia: Part, legalEntity: Part) =>
  `© ${firstYear}–${yearInIndia} ${legalEntity}. All rights reserved.`
export const pressKeyForTheKeys = (key: Tag) => rich('Press ', key('?'), ' for the keys')
export const skipToContent = 'Skip to content'
export const youAreOfflineThisPage =
  'You are offline. This page stays here to read; others open once you are back. What you write is kept.'
export const search = 'Search'
export const main = 'Main'
export const theMenuCouldNotBe = 'The menu could not be loaded'
export const checkYourConnectionAndTry2 = 'Check your connection and try again.'
export const profile = 'Profile'
export const yourMenu = 'Your menu'
export const admin = 'Admin'
export const switchToLight = 'Switch to light'
export const switchToDark = 'Switch to dark'
export const menu = 'Menu'
export const unread = 'Unread'
export const bookmarks = 'Bookmarks'
export const settings = 'Settings'
export const signOut = 'Sign Out'
export const notice = 'Notice'
export const forEducationOnlyNotFinancial = (link: Node) =>
  rich('For education only, not financial advice.', link)
export const hideThisNoticeFor30 = 'Hide this notice for 30 days'
export const readTheDisclaimer = 'Read the disclaimer'
export const disclaimer = 'Disclaimer'
/** In a copy of the service worker, which puts the time for the sign. */
export const thisIsTheDiscussionAsYou = 'This is the discussion as you read it on %s.'
