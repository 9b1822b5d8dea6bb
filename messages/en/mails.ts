import type { Part } from '../rich.ts'

// Mails to members, subscribers and guests (server/mail, server/newsletter), and what is pushed to devices. An amount is
// written in Indian groups: '1' is one.
const some = (amount: Part, one: string, many: string) => `${amount} ${amount === '1' ? one : many}`

export const chooseWhatIsMailed = 'Choose what is mailed'

export const mentionedYou = (who: Part) => `${who} mentioned you`
export const acceptedYourReply = (who: Part) => `${who} marked your reply as the answer`
export const replied = (who: Part) => `${who} replied`
export const repliedToYou = (who: Part) => `${who} replied to you`
export const repliedToYourDiscussion = (who: Part) => `${who} replied to your discussion`
export const startedADiscussion = (who: Part) => `${who} started a discussion`
export const editedYourWiki = (who: Part) => `${who} edited your wiki`
export const yourReplyReached = (upvotes: Part) => `Your reply reached ${some(upvotes, 'upvote', 'upvotes')}`
export const yourDiscussionReached = (upvotes: Part) =>
  `Your discussion reached ${some(upvotes, 'upvote', 'upvotes')}`
export const youWantedToComeBack = 'You wanted to come back to this'

// In a digest, above the title of the discussion.
export const mentionedYouIn = (who: Part) => `${who} mentioned you in`
export const acceptedYourReplyTo = (who: Part) => `${who} marked your reply as the answer to`
export const repliedIn = (who: Part) => `${who} replied in`
export const repliedToYouIn = (who: Part) => `${who} replied to you in`
export const repliedToYourDiscussionIn = (who: Part) => `${who} replied to your discussion`
export const started = (who: Part) => `${who} started`
export const editedYourWikiIn = (who: Part) => `${who} edited your wiki`

export const reminderOf = (title: Part) => `Reminder: ${title}`
export const andMore = (left: Part) => `And ${left} more.`
export const goToTheDiscussion = 'Go to the discussion'

export const somethingNewForYou = 'Something new for you'
export const newNotifications = (amount: Part) => some(amount, 'new notification', 'new notifications')
export const newDiscussions = (amount: Part) => some(amount, 'new discussion', 'new discussions')
export const youHave = (what: Part) => `You have ${what}.`
export const signInToReadIt = 'Sign in to read it. Your settings keep titles and texts out of mails.'

export const yourDigest = 'Your digest'
export const moreThatIsNew = 'More that is new for you'
export const whatYouHaveNotRead = 'What you have not read yet.'
export const soMuchHappened =
  'So much happened that it would have been more than 20 mails in an hour. This is the rest, as one.'
export const someNotifications = (amount: Part) => some(amount, 'notification', 'notifications')
export const notifications = 'Notifications'
export const newDiscussionsHeading = 'New discussions'
export const moreMembers = (amount: Part) => `${amount} more`
export const readTheseAndMore = (left: Part) => `Read these and ${left} more`
export const goToYourNotifications = 'Go to your notifications'

export const youHaveANewNotificationOn = (site: Part) => `You have a new notification on ${site}`

export const yourDataIsReady = 'Your data is ready'
export const theCopyIsReady = 'The copy of your data that you asked for is ready. It is kept for seven days.'
export const goToYourData = 'Go to your data'
export const ifYouDidNotAskForData =
  'If you did not ask for it, somebody else uses your account: change your password.'

export const confirmYourSubscription = 'Confirm your subscription'
export const somebodyAskedForArticles =
  'Somebody, we hope you, asked for new articles of our Learning Center at this address.'
export const confirmMySubscription = 'Confirm my subscription'
export const withoutTheLinkNothingMore =
  'If it was not you, ignore this mail: without the link nothing more is sent.'
export const youAreSubscribedAlready = 'You are subscribed already'
export const somebodyAskedForTheNewsletter =
  'Somebody, perhaps you, asked for the newsletter with this address. It is on the list already, so nothing was changed.'
export const nobodyLearnedOfTheSubscription =
  'If it was not you, there is nothing to do: nobody learned that you are subscribed.'
export const readTheArticle = 'Read the article'
export const forEducationOnly = 'For education only, not financial advice.'
export const youAskedForArticles = 'You get this mail because you asked for new articles and confirmed it.'

export const weHaveYourMessage = 'We have your message'
export const thankYouForWriting = (about: Part, when: Part) =>
  `Thank you for writing to us (${about}). A person reads every message, and you hear from us ${when}.`
export const ifYouDidNotWriteToUs =
  'If you did not write to us, somebody typed your address by mistake: there is nothing to do.'
export const ourAnswer = 'Our answer to your message'
export const dear = (name: Part) => `Dear ${name},`
export const youWroteByTheForm = 'You wrote to us by the contact form of this site.'

// Of sanctions and appeals.
export const aboutYourAccount = 'About your account'
export const readWhyAndAppeal = 'Read why, and appeal'
export const aLimitWasLifted = 'A limit on your account was lifted'
export const thatALimitWasLifted = 'A limit on your account was lifted.'
export const seeYourAccount = 'See your account'
export const theAnswerToYourAppeal = 'The answer to your appeal'
export const readTheAnswer = 'Read the answer'
export const yourPostWasPublished = 'Your post was published'
export const seeYourPost = 'See your post'
export const thatAPostWasPublished =
  'A moderator looked at your post and published it. Everybody can read it now:'
export const yourPostWasNotPublished = 'Your post was not published'
export const thatAPostWasNotPublished = 'The moderators did not publish your post. Nobody else sees it:'
export const forTheReason = (reason: Part) => `Reason: ${reason}`
