// Checks of what only the operator knows, and of what a public site should not show.
import type { Sql } from '../../api/database/connection.ts'
import { SAMPLE_ID_END } from '../../shared/sample.ts'
import { type Finding, ok, warning } from './finding.ts'

const CHECK = 'operator'

export type Operator = {
  /** Of the Grievance Officer; empty when not set. */
  officer: string
  address: string
  /** Whether members of the sample community are here. */
  hasSample: boolean
}

/** @param sql of a migrated database */
export async function readOperator(sql: Sql): Promise<Operator> {
  const [row] = await sql<Operator[]>`
    select coalesce(to_jsonb(s) ->> 'grievance_officer', '') as officer,
      coalesce(to_jsonb(s) ->> 'grievance_address', '') as address,
      exists (select from public.profiles p where p.id::text like ${`%${SAMPLE_ID_END}`})
        -- Loaded by an earlier release, whose ids end as they come.
        or exists (select from public.expert_profiles e where (to_jsonb(e) ->> 'is_sample')::boolean) as "hasSample"
    from public.site_settings s`
  return row ?? { officer: '', address: '', hasSample: false }
}

/** Of a public site. */
export function checkOperator({ officer, address, hasSample }: Operator): Finding[] {
  const missing = [officer.trim() ? [] : ['name'], address.trim() ? [] : ['address']].flat().join(' and ')
  const named = missing
    ? warning(
        CHECK,
        `The Grievance Officer’s ${missing} is not set`,
        'Set it under Admin, Settings: rule 3(2) of the IT Rules, 2021 asks a site to publish both',
      )
    : ok(CHECK, 'The Grievance Officer has a name and an address')
  if (!hasSample) return [named]
  const remedy =
    'Begin a public site with SEED=none: invented members and posts, though marked, mislead readers'
  return [named, warning(CHECK, 'The sample community is on a public site', remedy)]
}
