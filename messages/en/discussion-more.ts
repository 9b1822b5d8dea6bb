import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const unmarkAnswer = 'Unmark answer'
export const markAsAnswer = 'Mark as answer'
export const replyBy = (label: Part, author: Part) => `${label}: reply by ${author}`
export const itCouldNotBeShown = 'It could not be shown here. Reload the page to see it.'
export const failedToPostReply = 'Failed to post reply'
export const thereWasAnErrorPosting = 'There was an error posting your reply. Please try again.'
export const notSentWhatYouTyped = 'Not sent. What you typed is kept in this browser.'
export const replyingTo = (part: Node, text: Node) => rich('Replying to ', part, ': ', text)
export const replyToDiscussion = 'Reply to Discussion'
export const answerTheDiscussionInsteadOf = (memberName: Part) =>
  `Answer the discussion instead of ${memberName}`
export const posting = 'Posting...'
export const postReply = 'Post Reply'
export const close = 'Close'
export const yourReply = 'Your reply'
export const draftFromButtonDiscard = (timeAgo: Node, button: Tag) =>
  rich('Draft from ', timeAgo, ' ', button('Discard'))
export const cancel = 'Cancel'
export const somebodyHasVotedInThe = 'Somebody has voted in the meantime, so the poll stays as it is.'
export const pollCorrected = 'Poll corrected'
export const notSavedPleaseTryAgain = 'Not saved. Please try again.'
export const correctThePoll = 'Correct the poll'
export const save = 'Save'
export const deleteReply = 'Delete Reply'
export const areYouSureYouWant = (username: Part) =>
  `Are you sure you want to delete this reply by ${username}? This action cannot be undone.`
export const replyDeleted = 'Reply deleted'
export const failedToDelete = 'Failed to delete'
export const thereWasAnErrorDeleting = 'There was an error deleting the reply. Please try again.'
export const replyUpdated = 'Reply updated'
export const discussionUpdated = 'Discussion updated'
export const notSavedPleaseTryAgain2 = 'Not saved. Please try again; what you typed is kept.'
export const failedToUpdate = 'Failed to update'
export const thereWasAnErrorSaving = 'There was an error saving your text. Please try again.'
export const editYourReply = 'Edit your reply'
export const editTheText = 'Edit the text'
export const thisIsAWikiYour =
  'This is a wiki. Your edit appears at once under your name in its history, and its author is told.'
export const thereWasAnErrorSaving2 = 'There was an error saving your discussion. Please try again.'
export const title = 'Title'
export const content = 'Content'
export const tags = 'Tags'
export const separatedByCommasAtMost = 'Separated by commas, at most five.'
export const markedAsTheAnswer = 'Marked as the answer'
export const noLongerTheAnswer = 'No longer the answer'
export const jumpToFirstUnread = 'Jump to first unread'
export const bookmark = 'Bookmark'
export const yourNote = 'Your note'
export const addNote = 'Add note'
export const edit = 'Edit'
export const letOthersEdit = 'Let others edit'
export const mute = (username: Part) => `Mute ${username}`
export const deleteLabel = 'Delete'
export const thisIsAWikiNow = 'This is a wiki now'
export const membersWhoHaveBeenHere = 'Members who have been here for a while can edit its text.'
export const noLongerAWiki = 'No longer a wiki'
export const itsTextAndItsHistory = 'Its text and its history stay as they are.'
export const unsentReply = 'Unsent reply'
export const yourReplyFromIsNot = (timeAgo: Node) => rich('Your reply from ', timeAgo, ' is not sent.')
export const continueLabel = 'Continue'
export const discard = 'Discard'
export const hide = 'Hide'
export const youMuted = (name: Part) => `You muted ${name}.`
export const usesAWordThatYou = (name: Part) => `${name} uses a word that you muted.`
export const whatWrote = (name: Part) => `what ${name} wrote`
export const show = (part: Node) => rich('Show ', part)
export const putYourOwnWordsInto = 'Put your own words into the template first.'
export const failedToCreateDiscussion = 'Failed to create discussion'
export const thereWasAnErrorCreating = 'There was an error creating your discussion. Please try again.'
export const about = (name: Part) => `About ${name}`
export const whatDoYouWantTo = 'What do you want to know or say?'
export const atLeastCharacters = (min: Part) => `At least ${min} characters.`
export const loadingThePoll = 'Loading the poll...'
export const addAPoll = 'Add a poll'
export const saving = 'Saving...'
export const startDiscussion = 'Start Discussion'
export const link = 'Link:'
export const toCharacters = (min: Part, max: Part) => `${min} to ${max} characters`
export const ofCharacters = (length: Part, max: Part) => `${length} of ${max} characters`
export const beforeYouPost = 'Before you post'
export const aClearTitleThatSays = 'A clear title that says what it is about'
export const theCategoryWhereOthersWill = 'The category where others will look'
export const factsThatHelpToAnswer = 'Facts that help to answer: dates, amounts, what you tried'
export const keepInMind = 'Keep in mind'
export const noTipsNoGuaranteedReturns = 'No tips, no guaranteed returns'
export const saySoIfYouHold = 'Say so if you hold what you write about'
export const noPANAadhaarAccountOr = 'No PAN, Aadhaar, account or phone numbers'
export const forEducationOnlyNotFinancial = (link: Tag) =>
  rich('For education only, not financial advice. ', link('Guidelines'))
export const done = ' (done)'
export const stillMissing = ' (still missing)'
export const category = 'Category'
export const thereWasAnError = 'There was an error.'
export const butItsPollWasNot = (reason: Part) =>
  `But its poll was not asked: ${reason} Undo takes both back into the form.`
export const continueToTheNextNew = 'Continue to the next new discussion'
export const continueToTheNextUnread = 'Continue to the next unread'
export const everythingIsReadLinkLatest = (link: Tag) =>
  rich('Everything is read. ', link('Latest discussions'))
export const poll = 'Poll'
export const questionOfThePoll = 'Question of the poll'
export const option = (value: Part) => `Option ${value}`
export const removeOption = (value: Part) => `Remove option ${value}`
export const addAnOption = 'Add an option'
export const removeThePoll = 'Remove the poll'
export const openFor = 'Open for'
export const itCannotBeChangedOnce =
  'It cannot be changed once somebody has voted. Votes are secret; the counts are public.'
export const text1Day = '1 day'
export const days = (count: Part) => `${count} days`
export const noEnd = 'No end'
export const voteTakenBack = 'Vote taken back'
export const voteCounted = 'Vote counted'
export const voteNotCounted = 'Vote not counted'
export const thereWasAnErrorSaving3 = 'There was an error saving your vote. Please try again.'
export const vote = 'Vote: '
export const yourVote = 'Your vote'
export const vote2 = 'vote'
export const votes = 'votes'
export const noVotesYet = 'No votes yet'
export const inAll = (total: Part) => `${total} in all`
export const closedOn = 'closed on '
export const closesOn = 'closes on '
export const signInToVote = 'Sign in to vote'
export const takeBack = 'Take back'
export const takeBack2 = (chosen: Part) => `Take back: ${chosen}`
export const showResults = 'Show results'
export const yourVoteCouldNotBe = 'Your vote could not be loaded.'
export const share = 'Share'
export const history = 'History'
export const addThePollToA = 'Add the poll to a calendar'
export const report = 'Report'
export const more = (value: Part) => `More: ${value}`
export const quote = 'Quote'
export const quoteTheSelectedWords = 'Quote the selected words'
export const editHistory = 'Edit history'
export const theHistoryCouldNotBe = 'The history could not be loaded.'
export const loadingTheHistory = 'Loading the history...'
export const older = 'Older'
export const newer = 'Newer'
export const versionOf = (part: Node, part2: Node, value: Node) =>
  rich('Version ', part, ' of ', part2, value, ' ·')
export const whatChanged = 'What changed'
export const theFirstVersion = 'The first version'
export const itsEarlierVersionsAreNot = 'Its earlier versions are not shown.'
export const added = 'Added: '
export const removed = 'Removed: '
export const versionRestored = 'Version restored'
export const notRestored = 'Not restored'
export const somebodyChangedThisInThe = 'Somebody changed this in the meantime. Look at its history again.'
export const restoring = 'Restoring...'
export const restoreThisVersion = 'Restore this version'
export const showThisVersionAgain = 'Show this version again'
export const hideThisVersion = 'Hide this version'
export const onlyAdminsSeeThisVersion = 'Only admins see this version.'
export const similarDiscussions = 'Similar discussions'
export const opensInAnotherTab = ' (opens in another tab)'
export const answered = 'Answered'
export const reply = 'reply'
export const replies = 'replies'
export const theTextCouldNotBe = 'The text could not be loaded.'
export const loadingTheText = 'Loading the text...'
export const tagsOptional = 'Tags (optional)'
export const ipoAsbaAllotment = 'ipo, asba, allotment'
export const separatedByCommasAtMost2 = (max: Part, length: Part) =>
  `Separated by commas: at most ${max}, each of at most ${length} characters.`
export const tagsInUse = 'Tags in use'
export const discussion = 'discussion'
export const discussions = 'discussions'
export const chosenTags = 'Chosen tags'
export const removeTheTag = (tag: Part) => `Remove the tag ${tag}`
export const replyPosted = 'Reply posted!'
export const replyTakenBack = 'Reply taken back'
export const yourTextIsADraft = 'Your text is a draft again, in the discussion.'
export const discussionCreated = 'Discussion created!'
export const yourTextIsTakenBack = 'Your text is taken back'
export const somebodyHasRepliedAlreadySo = 'Somebody has replied already, so the title and the replies stay.'
export const discussionTakenBack = 'Discussion taken back'
export const notTakenBack = 'Not taken back'
export const thePostIsStillThere = 'The post is still there. You can delete it on its page.'
export const undo = 'Undo'
export const discussionNotFound = 'Discussion not found'
export const itWasDeletedWithAll = 'It was deleted, with all its replies. This address stays empty.'
export const theAddressMayBeMistyped =
  'The address may be mistyped, or the discussion is no longer available.'
export const backToTheForum = 'Back to the forum'
export const browseAllForums = 'Browse all forums'
export const loadingDiscussion = 'Loading discussion...'
export const goToAReply = 'Go to a reply'
export const reply2 = 'Reply '
export const unread = (below: Part) => ` · ${below} unread`
export const positionInTheDiscussion = 'Position in the discussion'
export const backToReply = (cameFrom: Part) => `Back to reply ${cameFrom}`
export const replyOf = (at: Part, total: Part, value: Part) => `Reply ${at} of ${total}${value}`
export const firstUnreadReply = (number: Part) => `First unread: reply ${number}`
export const writtenBy = (name: Node) => rich('written by ', name)
export const editedBy = (name: Node) => rich('edited by ', name)
export const error = 'Error'
