import { type Part, rich, type Tag } from '../rich.ts'

export const cookiesAndLocalStorage = 'Cookies and Local Storage'
export const yourSession = 'Your session'
export const keepsYouSignedIn = 'Keeps you signed in'
export const untilYouSignOutOr = 'Until you sign out or clear it'
export const yourPublicProfile = 'Your public profile'
export const showsYourNameAtOnce = 'Shows your name at once'
export const untilYouSignOut = 'Until you sign out'
export const aSecretForOneLink = 'A secret for one link'
export const tiesALinkThatYou = 'Ties a link that you asked for by e-mail to this browser'
export const untilTheLinkIsOpened = 'Until the link is opened'
export const restoresWhatYouWereWriting = 'Restores what you were writing'
export const untilSentOr30Days = 'Until sent, or 30 days'
export const lightOrDarkIfYou = 'Light or dark, if you chose'
export const untilYouClearIt = 'Until you clear it'
export const yourLanguage = 'Your language, if you chose one'
export const opensPagesInIt = 'Opens pages in it'
export const yourLanguageAsYourAccount = 'Your language as your account has it'
export const tellsAChoiceMadeHere = 'Tells whether you chose another one here'
export const theLineUnderTheHeader = 'The line under the header'
export const remembersThatYouHidIt = 'Remembers that you hid it'
export const yourNameInTheChat = 'Your name in the chat, as a guest'
export const savesYouTypingItAgain = 'Saves you typing it again'
export const whatYouReadAsA = 'What you read as a guest'
export const showsTheLast300Discussions = 'Shows the last 300 discussions as read'
export const untilYouSignInWhich = 'Until you sign in, which moves it to your account, or clear it'
export const whatYouReadAsA2 = 'What you read as a member'
export const showsListsAsReadAt = 'Shows lists as read at once, before your account is asked'
export const whatYouSetOutTo = 'What you set out to do'
export const castsYourUpvoteSayRight = 'Casts your upvote, say, right after you sign in'
export const untilDoneOrAnHour = 'Until done, or an hour'
export const remembersThatYouSwitchedThe = 'Remembers that you switched the keys off'
export const untilYouSwitchThemOn = 'Until you switch them on'
export const yourLastSearches = 'Your last searches'
export const offersThemAgain = 'Offers them again'
export const untilYouClearThemOr = 'Until you clear them or sign out'
export const whatKeepsInYourBrowser = (name: Part) =>
  `What ${name} keeps in your browser: a session, drafts and choices in local storage; no tracking cookies.`
export const inShortNoTrackingCookies =
  'In short: no tracking cookies, from us or anybody else. Your session, drafts and choices live in your own browser.'
export const noTrackingCookies = 'No tracking cookies'
export const setsNoCookiesForTracking = (name: Part) =>
  `${name} sets no cookies for tracking, statistics or advertising, from us or from anybody else. That is why no banner asks you to accept any.`
export const whatYourBrowserKeepsFor = 'What your browser keeps for us'
export const inItsLocalStorageWhich =
  'In its local storage, which only this site can read, and from which only your session is sent to our server:'
export const what = 'What'
export const why = 'Why'
export const howLong = 'How long'
export const aReaderWithoutAnAccount = 'A reader without an account who changes nothing has none of these.'
export const theThreeCookies = 'The three cookies'
export const ifYouSignInWith =
  'If you sign in with Google or GitHub, a cookie is set while you are away at their page. It ties their answer to your browser, so that nobody can sign you in as someone else. At their own pages those companies follow their own policies.'
export const whileTheSiteIsClosed =
  'While the site is closed for maintenance, a cookie lets its administrators see the pages. Nobody else gets it.'
export const whenYouSignInA =
  'When you sign in, a cookie notes that pages which have to be made are made for you before those of strangers. It holds a number and no name, lasts a week and goes when you sign out. A guest gets it for ten minutes only, after their browser has solved a small puzzle while very many pages are opened at once.'
export const allThreeAreStrictlyNecessary =
  'All three are strictly necessary and unreadable to scripts. A guest who only reads gets none on an ordinary day.'
export const whatCanBeReadOffline = 'What can be read offline'
export const onceYouHaveUsedA =
  'Once you have used a control of the site, a small worker keeps the last 20 discussions that you read, to read them again without a connection, and the page that says that you are offline. The copies are what everybody sees; signing out deletes them. If you turn push on, the same worker shows your notifications.'
export const howToRemoveIt = 'How to remove it'
export const signOutOrUseClear = (link: Tag) =>
  rich(
    'Sign out, or use “Clear site data” in your browser’s settings: everything above is gone. Reading works without any of it, and with JavaScript switched off. Signing in needs the session. What our servers store is in the ',
    link('Privacy Policy'),
    '.',
  )
