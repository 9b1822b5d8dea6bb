import { type Node, type Part, rich } from '../rich.ts'

export const about = (username: Part) => `About ${username}`
export const loadingTheCard = 'Loading the card...'
export const theCardCouldNotBe = 'The card could not be loaded. '
export const thisMemberIsGoneOr = 'This member is gone, or has another name now. '
export const tryAgain = 'Try again'
export const viewProfile = 'View profile'
export const sample = (speciality: Part) => `Sample: ${speciality}`
export const verified = (speciality: Part) => `Verified: ${speciality}`
export const joined = (date: Node) => rich('Joined ', date)
export const discussions = 'Discussions'
export const replies = 'Replies'
export const reputation = 'Reputation'
export const followers = 'Followers'
