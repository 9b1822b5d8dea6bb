import { type Node, type Part, rich, type Tag } from '../rich.ts'

export const complaintsAboutContentAboutAn =
  'Complaints about content, about an account or about how we handle your data go to:'
export const grievanceOfficer = (value: Node, legalEntity: Node) =>
  rich(value, 'Grievance Officer, ', legalEntity)
export const orThroughThe = 'or through the '
export const throughThe = 'through the '
export const contactFormSubjectReportA = 'contact form, subject “Report a problem with content”'
export const tellUsTheAddressOf = (hours: Part, resolveDays: Part, hours2: Part, hours3: Part) =>
  `Tell us the address of the page, what is wrong with it and how to reach you. We acknowledge a complaint within ${hours} and resolve it within ${resolveDays}. Content that the rules forbid is removed within ${hours2} of a complaint. Content that shows a person in an intimate situation, or impersonates them, is removed within ${hours3} of that person’s complaint.`
export const anOrderOfACourt =
  'An order of a court or of the government to remove content is followed within the time that it or the rules set, which since 20 February 2026 is three hours.'
export const thesePeriodsComeFrom = (source: Part) => `These periods come from: ${source}.`
export const ifOurDecisionDoesNot = (link: Tag) =>
  rich(
    'If our decision does not satisfy you, or none came in time, you may appeal to the Grievance Appellate Committee at ',
    link('gac.gov.in'),
    ' within 30 days (rule 3A).',
  )
export const hour = 'hour'
export const hours = 'hours'
export const day = 'day'
export const days = 'days'
