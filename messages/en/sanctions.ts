import { type Node, type Part, rich } from '../rich.ts'

/** With the space before it, or '' for a sanction without end. */
export const until = (moment: Part) => ` until ${moment}`
export const youWereWarned = (_until: string) => 'You were warned.'
export const youMayNotPostLinks = (until: string) => `You may not post links${until}.`
export const youMayNotChat = (until: string) => `You may not write in the live chat${until}.`
export const youMayOnlyRead = (until: string) => `You may read but not post${until}.`
export const yourAccountIsSuspended = (until: string) => `Your account is suspended${until}.`
export const yourAccountIsBanned = (until: string) => `Your account is banned${until}.`
export const because = (reason: Part) => `Reason: ${reason}.`
export const limitsOnYourAccount = 'Limits on your account'
export const whyAndWhatYouCanDo = 'Why, and what you can do'
export const onlyYouAndTheAdministrators = 'Only you and the administrators see this page.'
export const yourLimits = 'Your list of limits'
export const loadingYourLimits = 'Loading your limits…'
export const theListCouldNotBeLoaded = 'The list could not be loaded.'
export const noLimits = 'No limits on your account'
export const noLimitsText =
  'When something you wrote is hidden, or your account is limited, it stands here with the reason.'
export const readTheGuidelines = 'Read the guidelines'
export const nothingIsForbidden = 'Nothing is taken from you. Please keep to the guidelines from now on.'
export const everythingButLinks = 'You can go on writing, without addresses of other sites.'
export const everythingButChat = 'You can go on writing in discussions.'
export const readingAndYourOwnLists = 'You can go on reading, and keep bookmarks and settings.'
export const readingExportAppealClose =
  'You can go on reading, take a copy of your data, appeal, and close your account.'
export const inForce = 'In force'
export const over = 'Over'
export const lifted = 'Lifted'
export const liftedBecause = (reason: Node) => rich('Lifted: ', reason)
export const yourHiddenPosts = 'Your hidden posts'
export const hiddenByModeration = 'Hidden by moderation'
export const aReplyOfYours = 'A reply of yours'
export const appeal = 'Appeal'
export const appealHint =
  'Somebody other than who decided reads it. You get the answer here, at the bell and by mail.'
export const whyLookAgain = 'Why should we look again?'
export const sendAppeal = 'Send appeal'
export const appealSent = 'Appeal sent'
export const appealSentText = 'You get the answer here, at the bell and by mail.'
export const appealOpen = 'Your appeal waits for an answer.'
export const appealGranted = 'Your appeal was granted.'
export const appealRefused = 'Your appeal was answered: the decision stands.'
export const pleaseSignIn = 'Please sign in to see the limits on your account'
