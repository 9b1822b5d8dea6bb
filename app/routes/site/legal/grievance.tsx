// The Grievance Officer and the periods for complaints, as the settings have them (rule 3(2) of the IT Rules, 2021).
import { Link } from 'react-router'
import type { DbClient } from '#app/platform/session/session.ts'
import { count } from '#shared/format.ts'

export type Grievance = Awaited<ReturnType<typeof loadGrievance>>

/** @throws the API's error */
export async function loadGrievance(reader: DbClient) {
  const { data } = await reader
    .from('site_settings')
    .select(
      'officer:grievance_officer, address:grievance_address, acknowledgeHours:grievance_acknowledge_hours, resolveDays:grievance_resolve_days, removalHours:grievance_removal_hours, urgentHours:grievance_urgent_hours, source:grievance_source',
    )
    .single()
    .throwOnError()
  return data
}

/** Whom to complain to, and the deadlines for an answer. */
export function GrievanceOfficer({ grievance, legalEntity }: { grievance: Grievance; legalEntity: string }) {
  const { officer, address, acknowledgeHours, resolveDays, removalHours, urgentHours, source } = grievance
  const hours = (value: number) => count(value, 'hour', 'hours')
  return (
    <>
      <p>Complaints about content, about an account or about how we handle your data go to:</p>
      <p>
        <strong>
          {officer ? `${officer}, ` : ''}Grievance Officer, {legalEntity}
        </strong>
        <br />
        {address ? (
          <>
            <span className="whitespace-pre-line">{address}</span>
            <br />
          </>
        ) : null}
        {address ? 'or through the ' : 'through the '}
        <Link to="/contact?subject=report">contact form, subject “Report a problem with content”</Link>
      </p>
      <p>
        Tell us the address of the page, what is wrong with it and how to reach you. We acknowledge a
        complaint within {hours(acknowledgeHours)} and resolve it within {count(resolveDays, 'day', 'days')}.
        Content that the rules forbid is removed within {hours(removalHours)} of a complaint. Content that
        shows a person in an intimate situation, or impersonates them, is removed within {hours(urgentHours)}{' '}
        of that person’s complaint.
      </p>
      <p>
        An order of a court or of the government to remove content is followed within the time that it or the
        rules set, which since 20 February 2026 is three hours.
      </p>
      <p>These periods come from: {source}.</p>
      <p>
        If our decision does not satisfy you, or none came in time, you may appeal to the Grievance Appellate
        Committee at{' '}
        <a href="https://gac.gov.in" rel="noopener noreferrer">
          gac.gov.in
        </a>{' '}
        within 30 days (rule 3A).
      </p>
    </>
  )
}
