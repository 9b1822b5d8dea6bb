import type { Part } from '../rich.ts'

export const home = 'Home'
export const forums = 'Forums'
export const aboutThisDiscussion = 'About this discussion'
export const reply = 'reply'
export const replies = 'replies'
export const facts = (category: Part, replies: Part) => `${category}, ${replies}.`
