import type { Part } from '../rich.ts'

export const forums = 'Forums'
export const discussionsOn = (name: Part) => `Discussions on ${name}`
export const home = 'Home'
export const everySubjectOfTheForum =
  'Every subject of the forum: IPOs, the stock market, cryptocurrency, taxation, insurance, mutual funds and payments in India.'
export const pickASubjectEverybodyMay = 'Pick a subject. Everybody may read, members write.'
export const latestDiscussions = 'Latest discussions'
export const newDiscussion = 'New Discussion'
export const errorLoadingForums = (error: Part) => `Error loading forums: ${error}`
export const categoriesAppearHereOnceAn = 'Categories appear here once an administrator has created them.'
export const noCategoriesYet = 'No categories yet'
export const startANewDiscussion = 'Start a New Discussion'
export const askAQuestionOrShare =
  'Ask a question or share what you know about investing, tax, insurance and payments in India.'
export const newDiscussion2 = 'New discussion'
export const startingADiscussion = 'Starting a discussion'
export const loadingTheForm = 'Loading the form...'
