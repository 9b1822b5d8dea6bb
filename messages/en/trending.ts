import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const discussion = 'Discussion'
export const activity = 'Activity'
export const change = 'Change'
export const rank = 'Rank '
export const answered = 'Answered'
export const inLabel = (memberName: Node, sampleWord: Node, name: Node) =>
  rich(memberName, sampleWord, ' in ', name)
export const newPartNothingHappenedIn = (part: Tag) =>
  rich('New', part(': nothing happened in the time before'))
export const activity2 = (sign: Part, formatNumber: Part) => `${sign}${formatNumber}% activity`
export const percentActivityThanInThe = (formatNumber: Node, value: Node) =>
  rich(formatNumber, ' percent ', value, ' activity than in the time before')
export const whatHappenedIn = (span: Part) => `What happened in ${span}`
export const categories = 'Categories'
export const today = 'Today'
export const week = 'Week'
export const month = 'Month'
export const year = 'Year'
export const inADay = 'the last 24 hours'
export const inAWeek = 'the last 7 days'
export const inAMonth = 'the last 30 days'
export const inAYear = 'the last 365 days'
export const less = 'less'
export const more = 'more'
export const upvote = 'upvote'
export const upvotes = 'upvotes'
export const reply = 'reply'
export const replies = 'replies'
export const view = 'view'
export const views = 'views'
export const viewsTerm = 'Views'
export const users = 'Users'
export const posts = 'Posts'
export const trending = 'Trending'
export const all = 'All'
