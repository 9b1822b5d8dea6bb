import { type Part, rich, type Tag } from '../rich.ts'

export const home = 'Home'
export const experts = 'Experts'
export const experts2 = (speciality: Part) => `Experts: ${speciality}`
export const members = 'Members'
export const expertsInMembers = (speciality: Part) => `Experts in ${speciality}: members`
export const whoseProfessionWasVerifiedWith = (value: Part) =>
  `${value} whose profession was verified, with speciality and registration number. They discuss and explain; they do not advise.`
export const membersWhoseProfessionWas =
  'Members whose profession was verified. A registration number stands as the regulator gave it, so that you can look it up there.'
export const whatExpertsWriteHereIs =
  'What experts write here is for education: nobody on this list is recommended, and nothing here is advice for you.'
export const expertsMarkedSampleAreInvented =
  ' Experts marked ‘Sample’ are invented members of the sample community.'
export const nobodysProfessionHasBeenVerified =
  "Nobody's profession has been verified so far. Good answers come from members of every level."
export const noExpertsYet = 'No experts yet'
export const browseTheForums = 'Browse the forums'
export const whichSpeciality = 'Which speciality'
export const all = (total: Part) => `All (${total})`
export const sortBy = 'Sort by'
export const allExperts = 'All experts'
export const inAll = (length: Part, length2: Part) => `${length}, ${length2} in all`
export const loadMore = 'Load More'
export const repliesBy = (title: Part) => `Replies by ${title}`
export const answersWithTheirDiscussions = (figures: Part) =>
  `Answers with their discussions, newest first: ${figures}`
export const thereAreNoPrivateMessages = (link: Tag) =>
  rich(
    'There are no private messages here: they are how tipsters reach people. Report offers to talk elsewhere. ',
    link('Why?'),
  )
export const sectionsOfThisProfile = 'Sections of this profile'
export const discussions = 'Discussions'
export const hasNotStartedOneSo = (username: Part) => `${username} has not started one so far.`
export const replies = 'Replies'
export const hasNotAnsweredAnybodySo = (username: Part) => `${username} has not answered anybody so far.`
export const pagesOfReplies = 'Pages of replies'
export const pagesOfDiscussions = 'Pages of discussions'
export const deletedMember = 'Deleted member'
export const memberNotFound = 'Member not found'
export const thisMemberClosedTheirAccount = 'This member closed their account. The replies of others stay.'
export const theNameMayBeMistyped = 'The name may be mistyped, or the member has changed it.'
export const seeTheExperts = 'See the experts'
export const noDiscussionsYet = 'No discussions yet'
export const noRepliesYet = 'No replies yet'
export const about = 'About'
export const discussion = 'discussion'
export const discussionsWord = 'discussions'
export const reply = 'reply'
export const repliesWord = 'replies'
export const figures = (discussions: Part, replies: Part, title: Part) =>
  `${discussions} and ${replies} by ${title}.`
export const moreExpert = 'more expert'
export const moreExperts = 'more experts'
export const sort = 'Sort'
