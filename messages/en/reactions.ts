import type { Part } from '../rich.ts'

export const failedToReact = 'Failed to react'
export const thereWasAnErrorProcessing = 'There was an error processing your reaction. Please try again.'
export const upvote = 'Upvote'
export const upvote2 = (value: Part, votes: Part) => `Upvote ${value}: ${votes}`
export const oneUpvote = 'upvote'
export const upvotes = 'upvotes'
