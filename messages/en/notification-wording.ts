import type { Name, Part, Sentence } from '../rich.ts'

// A title is null where it stands above the sentence.

const yourReply = (title: Name | null): Sentence => (title ? ['Your reply in ', title] : ['Your reply'])
const yourDiscussion = (title: Name | null): Sentence =>
  title ? ['Your discussion ', title] : ['Your discussion']

export const somethingNewHappenedReloadThe = 'Something new happened. Reload the page to read it.'
export const somebody = 'Somebody'
export const aDiscussion = 'a discussion'
export const started = (who: Name, title: Name | null): Sentence => [
  who,
  ' started ',
  title ?? 'this discussion',
]
export const replied = (who: Name): Sentence => [who, ' replied']
export const repliedToYou = (who: Name): Sentence => [who, ' replied to you']
export const replies = (amount: Part, who: Name): Sentence => [`${amount} replies, the latest by `, who]
export const repliesToYou = (amount: Part, who: Name): Sentence => [
  `${amount} replies to you, the latest by `,
  who,
]
export const repliedToYourDiscussion = (who: Name, title: Name): Sentence => [
  who,
  ' replied to your discussion ',
  title,
]
export const repliesToYourDiscussion = (amount: Part, title: Name, who: Name): Sentence => [
  `${amount} replies to your discussion `,
  title,
  ', the latest by ',
  who,
]
export const repliedToYouIn = (who: Name, title: Name): Sentence => [who, ' replied to you in ', title]
export const repliesToYouIn = (amount: Part, title: Name, who: Name): Sentence => [
  `${amount} replies to you in `,
  title,
  ', the latest by ',
  who,
]
export const repliedWhereYouFollow = (who: Name, title: Name): Sentence => [
  who,
  ' replied in ',
  title,
  ', which you follow',
]
export const repliesWhereYouFollow = (amount: Part, title: Name, who: Name): Sentence => [
  `${amount} replies in `,
  title,
  ', which you follow, the latest by ',
  who,
]
export const acceptedYourReply = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' marked your reply as the answer to ', title] : [who, ' marked your reply as the answer']
export const mentionedYou = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' mentioned you in ', title] : [who, ' mentioned you']
export const mentionedYouInTheChat = (who: Name): Sentence => [
  who,
  ' mentioned you in the ',
  { text: 'live chat', stands: true },
]
export const editedYourWiki = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' edited your wiki ', title] : [who, ' edited your wiki']
export const editedYourWikiIn = (who: Name, title: Name | null): Sentence =>
  title ? [who, ' edited your wiki in ', title] : [who, ' edited your wiki']
export const youWantedToComeBack = (title: Name | null): Sentence => [
  'You wanted to come back to ',
  title ?? 'this',
]
export const replyGotFirstUpvote = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' got its first upvote',
]
export const discussionGotFirstUpvote = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' got its first upvote',
]
export const replyReachedUpvotes = (title: Name | null, amount: Part): Sentence => [
  ...yourReply(title),
  ` reached ${amount} upvotes`,
]
export const discussionReachedUpvotes = (title: Name | null, amount: Part): Sentence => [
  ...yourDiscussion(title),
  ` reached ${amount} upvotes`,
]
export const replyHidden = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' was hidden by moderation',
]
export const discussionHidden = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' was hidden by moderation',
]
export const replyShown = (title: Name | null): Sentence => [...yourReply(title), ' is visible again']
export const discussionShown = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' is visible again',
]
export const replyPublished = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' was published by a moderator',
]
export const discussionPublished = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' was published by a moderator',
]
export const replyRefused = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' was not published by the moderators',
]
export const discussionRefused = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' was not published by the moderators',
]
export const replyLocked = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' was locked: it takes no more replies',
]
export const discussionLocked = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' was locked: it takes no more replies',
]
export const replyUnlocked = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' was unlocked and takes replies again',
]
export const discussionUnlocked = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' was unlocked and takes replies again',
]
export const replyRemoved = (title: Name | null): Sentence => [
  ...yourReply(title),
  ' was removed by moderation',
]
export const discussionRemoved = (title: Name | null): Sentence => [
  ...yourDiscussion(title),
  ' was removed by moderation',
]
export const yourReportWasActedUpon = 'Your report was acted upon'
export const yourReportWasLookedAt = 'Your report was looked at, and nothing was changed'
export const yourLevelIsNow = (level: Name): Sentence => ['Your level is now ', level]
export const theCopyOfYourData = 'The copy of your data is ready'
export const youWereWarned = 'An administrator sent you a warning'
export const yourAccountWasSuspended = 'Your account was suspended'
export const yourAccountWasBanned = 'Your account was banned'
export const yourAccountHasALimit = 'Your account was limited for a while'
export const aLimitWasLifted = 'A limit on your account was lifted'
export const yourAppealWasGranted = 'Your appeal was granted'
export const yourAppealWasRefused = 'Your appeal was answered: the decision stands'
