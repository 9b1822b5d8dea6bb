import type { Part } from '../rich.ts'

export const teamOf = (site: Part) => `Team ${site}`
export const featured = 'Featured'
export const reviewedOn = 'Reviewed on'
export const against = (reviewed_against: Part) => ` against ${reviewed_against}`
export const thisArticleIsForEducation =
  'This article is for education only. It is not financial, tax or legal advice, and it recommends no security. Rules and rates change: check them with the source, or ask a registered adviser, before you act.'
export const allTopics = 'All topics'
export const investment = 'Investment'
export const cryptocurrency = 'Cryptocurrency'
export const taxation = 'Taxation'
export const ipo = 'IPO'
export const payments = 'Payments'
export const contents = 'Contents'
