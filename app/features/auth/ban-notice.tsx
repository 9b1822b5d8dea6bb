// Tells a banned member why, since and until when, what they can still do, and how to object.
import { Link } from 'react-router'
import type { Ban } from '#app/platform/session/ban.ts'
import { formatDate } from '#shared/format.ts'
import { TEXT_LINK } from './auth-card.tsx'

export function BanNotice({ ban }: { ban: Ban | null }) {
  return (
    <div role="alert" className="space-y-2 rounded-card border border-loss bg-loss-soft px-5 py-4 text-15">
      <p className="font-semibold">
        Your account is suspended{ban?.since ? ` since ${formatDate(ban.since)}` : ''}.
      </p>
      {ban?.reason ? <p>Reason: {ban.reason}</p> : null}
      <p>
        {ban?.until
          ? `It opens again on ${formatDate(ban.until)}.`
          : 'It stays so until an administrator lifts it.'}{' '}
        You can go on reading everything without signing in.
      </p>
      <p>
        If you think that this is wrong,{' '}
        <Link to="/contact?subject=report" className={TEXT_LINK}>
          write to the Grievance Officer
        </Link>
        : somebody else looks at it again.
      </p>
    </div>
  )
}
