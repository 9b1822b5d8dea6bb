import type { Part } from '../rich.ts'

export const home = 'Home'
export const aroundTheCommunity = 'Around the community'
export const liveChat = 'Live chat'
export const topExperts = 'Top experts'
export const allExperts = 'All experts'
export const worthKnowing = 'Worth knowing'
export const forumCategories = 'Forum categories'
export const allForums = 'All forums'
export const latestArticles = 'Latest articles'
export const learningCenter = 'Learning Center'
export const articlesAppearHereOnceThey = 'Articles appear here once they are published.'
export const noArticlesYet = 'No articles yet'
export const askYourFirstQuestionToday = 'Ask your first question today'
export const freeToJoinBringYour =
  'Free to join. Bring your questions on markets, tax and money, and answer one that you know.'
export const join = (name: Part) => `Join ${name}`
