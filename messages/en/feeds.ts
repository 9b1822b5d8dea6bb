import type { Part } from '../rich.ts'

// Feeds, and the pictures of shared links (server/pages/documents, server/pages/social).
export const newDiscussionsOf = (site: Part) => `${site}: new discussions`
export const latestDiscussionsOf = (site: Part) => `${site}: latest discussions`
export const discussionsTagged = (tag: Part) => `Discussions tagged ${tag}.`
export const newRepliesIn = (title: Part) => `New replies in the discussion “${title}”.`
export const whatAMemberWrote = (member: Part, site: Part) => `What ${member} wrote on ${site}.`
export const learningCenterOf = (site: Part) => `${site}: Learning Center`
export const articlesOnMoney = (site: Part) => `Articles on money in India, from ${site}.`
export const ofTheSample = (author: Part) => `${author} (sample)`
export const teamOf = (site: Part) => `Team ${site}`

export const forum = 'Forum'
export const member = 'Member'
export const memberSince = (month: Part) => `Member since ${month}`
