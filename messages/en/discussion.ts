import { type Node, type Part, rich } from '../rich.ts'

export const whatYouMayDoHere = 'What you may do here could not be checked.'
export const loadingTheEditor = 'Loading the editor...'
export const searchThisDiscussion = 'Search this discussion'
export const theMenuCouldNotBe = 'The menu could not be loaded'
export const checkYourConnectionAndTry = 'Check your connection and try again.'
export const more = (value: Part) => `More: ${value}`
export const loading = 'Loading...'
export const reply = 'Reply'
export const replyToTheOpeningPost = 'Reply to the opening post'
export const locked = 'Locked'
export const openingPost = 'Opening post'
export const discussionDeleted = 'Discussion deleted'
export const yourTextIsDeletedThe = 'Your text is deleted. The title and the answers of others stay.'
export const thereWasAnErrorDeleting = 'There was an error deleting the discussion. Please try again.'
export const deletedByItsAuthor = 'Deleted by its author'
export const article = 'Article'
export const positionInTheDiscussion = 'Position in the discussion'
export const first = 'First'
export const replyOf = (strong: Node, total: Node) => rich('Reply ', strong, ' of ', total)
export const pageOf = (page: Part, pages: Part) => `Page ${page} of ${pages}`
export const last = 'Last'
export const moreIn = (name: Part) => `More in ${name}`
export const replies = 'Replies'
export const reply2 = 'reply'
export const replies2 = 'replies'
export const orderOfTheReplies = 'Order of the replies'
export const noRepliesYet = 'No replies yet'
export const thisDiscussionWasLockedBefore = 'This discussion was locked before anybody replied.'
export const weWillTellYou = 'We will tell you.'
export const beTheFirstToAnswer = 'Be the first to answer.'
export const pagesOfReplies = 'Pages of replies'
export const thisDiscussionIsLockedIt = 'This discussion is locked. It can be read, but no longer answered.'
export const yourAccountCanReadHere = 'Your account can read here, but not write at the moment.'
export const replyToDiscussion = 'Reply to Discussion'
export const replying = 'Replying'
export const replyDeleted = 'Reply deleted'
export const thereWasAnErrorDeleting2 = 'There was an error deleting the reply. Please try again.'
export const replyBy = (name: Part) => `Reply by ${name}`
export const replyTo = (name: Part) => `Reply to ${name}`
export const wiki = 'Wiki'
export const editedShowWhatChanged = (editedMoment: Part) => `Edited ${editedMoment}: show what changed`
export const view = 'view'
export const views = 'views'
export const tags = 'Tags'
export const answeredBy = (memberName: Part) => `Answered by ${memberName}`
export const bestFirst = 'Best first'
export const oldestFirst = 'Oldest first'
export const theOpeningPost = 'opening post'
export const thisDiscussion = 'this discussion'
export const theReplyBy = (name: Part) => `reply by ${name}`
export const startedThis = 'Started this'
export const joined = (date: Part, posts: Part) => `Joined ${date} · ${posts}`
export const post = 'post'
export const posts = 'posts'
export const newReply = 'new reply'
export const newReplies = 'new replies'
export const load = (newReplies: Part) => `Load ${newReplies}`
export const edited = 'edited '
export const editedBy = (name: Part) => `edited by ${name} `
export const editedAgo = (ago: Part) => `${ago}`.replace('Just', 'just')
