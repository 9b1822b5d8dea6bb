// The Grievance Officer and the periods for complaints, as the settings have them (rule 3(2) of the IT Rules, 2021).
import { Link } from 'react-router'
import type { DbClient } from '#app/platform/session/session.ts'
import { count } from '#shared/format.ts'
import * as t from '#words/grievance.ts'

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
  const hours = (value: number) => count(value, t.hour, t.hours)
  return (
    <>
      <p>{t.complaintsAboutContentAboutAn}</p>
      <p>
        <strong>{t.grievanceOfficer(officer ? `${officer}, ` : '', legalEntity)}</strong>
        <br />
        {address ? (
          <>
            <span className="whitespace-pre-line">{address}</span>
            <br />
          </>
        ) : null}
        {address ? t.orThroughThe : t.throughThe}
        <Link to="/contact?subject=report">{t.contactFormSubjectReportA}</Link>
      </p>
      <p>
        {t.tellUsTheAddressOf(
          hours(acknowledgeHours),
          count(resolveDays, t.day, t.days),
          hours(removalHours),
          hours(urgentHours),
        )}
      </p>
      <p>{t.anOrderOfACourt}</p>
      <p>{t.thesePeriodsComeFrom(source)}</p>
      <p>
        {t.ifOurDecisionDoesNot((text) => (
          <a href="https://gac.gov.in" rel="noopener noreferrer">
            {text}
          </a>
        ))}
      </p>
    </>
  )
}
