import type { Part } from '../rich.ts'

export const failedToReact = 'अपवोट दर्ज नहीं हुआ'
export const thereWasAnErrorProcessing = 'आपका अपवोट दर्ज करने में दिक्कत आई। फिर कोशिश करें।'
export const upvote = 'अपवोट'
export const upvote2 = (value: Part, votes: Part) => `अपवोट, ${value}: ${votes}`
export const oneUpvote = 'अपवोट'
export const upvotes = 'अपवोट'
