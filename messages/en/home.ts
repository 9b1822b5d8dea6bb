import { type Node, type Part, rich } from '../rich.ts'

export const alwaysOpen = 'always open'
export const forYou = 'For you'
export const newLabel = 'New'
export const unread = 'Unread'
export const trending = 'Trending'
export const latest = 'Latest'
export const discussions = 'Discussions'
export const whichDiscussions = 'Which discussions'
export const newDiscussion = 'New Discussion'
export const loadingYourDiscussions = 'Loading your discussions...'
export const searchTheCommunity = 'Search the community'
export const searchIPOAllotment80C = 'Search: IPO allotment, 80C, टर्म बीमा'
export const startADiscussion = 'Start a discussion'
export const startLearning = 'Start learning'
export const browseTheForums = 'Browse the forums'
export const liveChat = 'Live chat'
export const yourDashboard = 'Your dashboard'
export const nothingNewSince = (when: Part) => `Nothing new since ${when}.`
export const toYou = (replies: Node, value: Node) => rich(replies, ' ', value, ' to you')
export const newLabel2 = (begun: Part) => `${begun} new`
export const inLabel = (link: Node) => rich(link, ' in')
export const and = ' and '
export const andMore = (more: Part) => ` and ${more} more`
export const unread2 = (unread: Part) => `${unread} unread`
export const since = (when: Part) => `Since ${when}:`
export const yourDiscussionsCouldNotBe = 'Your discussions could not be loaded.'
export const theSquareIsStillEmpty = 'The square is still empty. Ask the question that brought you here.'
export const noDiscussionsYet = 'No discussions yet'
export const seeAll = 'See all'
export const members = 'members'
export const discussionsWord = 'discussions'
export const posts = 'posts'
export const reply = 'reply'
export const replies = 'replies'
export const yesterday = 'yesterday'
