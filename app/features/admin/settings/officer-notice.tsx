// Reminds administrators that no Grievance Officer is named yet: Indian law asks for a name and an address.

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminQueries } from '../query-options.ts'

export function OfficerNotice() {
  const { data } = useQuery(adminQueries.officer)
  if (!data || (data.grievance_officer.trim() && data.grievance_address.trim())) return null
  return (
    <p role="status" className="mb-4 rounded-card border border-warn bg-surface px-4 py-3 text-15">
      No Grievance Officer is named. Rule 3(2) of the IT Rules, 2021 asks a site for the officer’s name and
      address.{' '}
      <Link to="/admin/settings" className="font-medium text-accent underline underline-offset-2">
        Name the officer
      </Link>
    </p>
  )
}
