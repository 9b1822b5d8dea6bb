import type { Part } from '../rich.ts'

export const taggedQuestionsAndAnswersOf = (total: Part, name: Part) =>
  `${total} tagged ${name}: questions and answers of Indian investors.`
export const discussion = 'discussion'
export const discussions = 'discussions'
export const newDiscussion = 'New Discussion'
export const errorLoadingDiscussions = (error: Part) => `Error loading discussions: ${error}`
export const discussions2 = 'Discussions'
export const pagesOfDiscussions = 'Pages of discussions'
export const noDiscussionHasThisTag = 'No discussion has this tag. Yours could be the first.'
export const noDiscussionsYet = 'No discussions yet'
export const allTags = 'All tags'
export const home = 'Home'
export const tags = 'Tags'
export const whatDiscussionsAreAboutIn =
  'What discussions are about, in their own words: every tag, and how many discussions have it.'
export const whatDiscussionsAreAboutIn2 = 'What discussions are about, in their own words.'
export const errorLoadingTags = (error: Part) => `Error loading tags: ${error}`
export const theyAppearWithTheFirst = 'They appear with the first discussion that has one.'
export const noTagsYet = 'No tags yet'
export const startADiscussion = 'Start a discussion'
