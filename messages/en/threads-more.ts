import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const deleteDiscussion = 'Delete Discussion'
export const areYouSureYouWant = (title: Part) =>
  `Are you sure you want to delete "${title}"? This action cannot be undone and will permanently delete the thread and all its replies.`
export const discussionDeleted = 'Discussion deleted'
export const hasBeenPermanentlyDeleted = (title: Part) => `"${title}" has been permanently deleted.`
export const failedToDelete = 'Failed to delete'
export const thereWasAnErrorDeleting = 'There was an error deleting the discussion. Please try again.'
export const deleteLabel = (title: Part) => `Delete "${title}"`
export const whichDiscussions = 'Which discussions'
export const latest = 'Latest'
export const newLabel = 'New'
export const unread = 'Unread'
export const trending = 'Trending'
export const profileNotFoundPleaseTry =
  'Profile not found: Please try logging out and back in to create your profile.'
export const begunSinceYourLastVisit = 'Begun since your last visit'
export const nothingNew = 'Nothing new'
export const discussionsThatOthersBeganSince =
  'Discussions that others began since your last visit, and that you have not opened, are listed here.'
export const withNewReplies = 'With new replies'
export const everythingIsRead = 'Everything is read'
export const whenOthersReplyInA = 'When others reply in a discussion that you have opened, it is listed here.'
export const allMarkedAsRead = 'All marked as read'
export const thereWasAnErrorMarking = 'There was an error marking the discussions as read. Please try again.'
export const failedToMarkAsRead = 'Failed to mark as read'
export const yourDiscussionsCouldNotBe = 'Your discussions could not be loaded.'
export const nothingOnThisPage = 'Nothing on this page'
export const goToTheFirstPage = 'Go to the first page'
export const latestDiscussions = 'Latest discussions'
export const markAllRead = 'Mark all read'
export const pagesOfDiscussions = 'Pages of discussions'
export const view = 'view'
export const views = 'views'
export const reply = 'reply'
export const replies = 'replies'
export const answered = ', answered'
export const top = 'Top'
export const unsolved = 'Unsolved'
export const mine = 'Mine'
export const discussions = 'Discussions'
export const errorLoadingDiscussions = (error: Part) => `Error loading discussions: ${error}`
export const noDiscussionsYet = 'No discussions yet'
export const beTheFirstToAsk = 'Be the first to ask or to share what you know.'
export const noUnsolvedDiscussions = 'No unsolved discussions'
export const everyDiscussionHereHasAn = 'Every discussion here has an accepted answer.'
export const theDiscussionsThatYouStart = 'The discussions that you start in this category are listed here.'
export const newDiscussion = 'New Discussion'
export const signInToSeeWhat = 'Sign in to see what is new'
export const thisListHoldsTheDiscussions =
  'This list holds the discussions that were begun here since your last visit.'
export const signInToSeeWhat2 = 'Sign in to see what is unread'
export const thisListHoldsTheDiscussions2 =
  'This list holds the discussions that you opened here and that have new replies.'
export const signInToSeeYour = 'Sign in to see your discussions'
export const thisListHoldsWhatYou = 'This list holds what you started in this category.'
export const loadingYourDiscussions = 'Loading your discussions...'
export const oneNewReply = (part: Tag) => rich('1 new', part(' reply'))
export const newReplies = (amount: Node, part: Tag) => rich(amount, ' new', part(' replies'))
export const lastReplyBy = (name: Node) => rich('last reply by ', name)
export const failedToCreateThread = (message: Part) => `Failed to create thread: ${message}`
export const mustBeAuthenticated = 'Must be authenticated to create a thread'
