import type { Part } from '../rich.ts'

export const upvote = 'upvote'
export const upvotes = 'upvotes'
export const hiddenByAModerator = '· Hidden by a moderator'
export const other = 'other'
export const others = 'others'
export const and = (one: Part, other: Part) => `${one} and ${other}`
export const isReplyingToo = (name: Part) => `${name} is replying too`
export const areReplyingToo = (names: Part) => `${names} are replying too`
