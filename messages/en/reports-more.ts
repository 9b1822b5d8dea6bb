import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const report = 'Report'
export const report2 = (value: Part) => `Report ${value}`
export const yourReportsCouldNotBe = 'Your reports could not be loaded.'
export const loadingYourReports = 'Loading your reports...'
export const somethingAgainstTheRulesThe =
  'Something against the rules? The flag under a discussion, a reply or a message tells the administrators.'
export const noReports = 'No reports'
export const readTheGuidelines = 'Read the guidelines'
export const pagesOfReports = 'Pages of reports'
export const noLongerVisible = ' · no longer visible'
export const actionWasTaken = 'Action was taken.'
export const nothingWasAgainstTheRules = 'Nothing was against the rules.'
export const reportThis = (kind: Part) => `Report this ${kind}`
export const yourEarlierReportsCouldNot = 'Your earlier reports could not be read.'
export const youReportedThisOn = (created_at: Node, value: Node) =>
  rich('You reported this on ', created_at, '. ', value)
export const allYourReports = 'All your reports'
export const close = 'Close'
export const reportSent = 'Report sent'
export const thankYouAnAdministratorWill = 'Thank you. An administrator will look at it.'
export const yourReportGoesToThe =
  'Your report goes to the administrators without a name. Members can see the outcome of theirs.'
export const onlyTheAdministratorsSeeWho = (link: Tag) =>
  rich(
    'Only the administrators see who reported what. You can see the outcome under ',
    link('your reports'),
    '.',
  )
export const whatIsWrongWithIt = 'What is wrong with it?'
export const inYourWords = 'In your words'
export const inYourWordsOptional = 'In your words (optional)'
export const sendReport = 'Send Report'
export const notSentThePostIs = 'Not sent: the post is gone, or your account can only read at the moment.'
export const notSentPleaseTryAgain = 'Not sent. Please try again; what you typed is kept.'
export const spamOrScam = 'Spam or scam'
export const guaranteedReturnsOrTipSelling = 'Guaranteed returns or tip selling'
export const abuse = 'Abuse'
export const offTopic = 'Off-topic'
export const somethingElse = 'Something else'
export const replyIn = (label: Part) => `Reply in "${label}"`
export const chatMessageBy = (label: Part) => `Chat message by ${label}`
export const sending = 'Sending...'
export const anAdministratorWillLook = 'An administrator will look at it.'
export const member = (label: Part) => `Member ${label}`
export const thisOne = (kind: Part) => `this ${kind}`
export const discussion = 'discussion'
export const reply = 'reply'
export const message = 'message'
export const memberKind = 'member'
export const stateOpen = 'Open'
export const stateResolved = 'Resolved'
export const stateDismissed = 'Dismissed'
export const sentenceOf = (state: Part) => `${state}.`
