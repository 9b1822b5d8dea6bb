// While the site is shut: says so to the administrators, and keeps the pages open to this browser.
import { Construction } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { fetchSiteApi } from '#app/platform/supabase/site-api.ts'

/** A pass holds for an hour. */
const RENEW_EVERY_MS = 30 * 60 * 1_000

export function MaintenanceNote() {
  useEffect(() => {
    const take = () =>
      fetchSiteApi('/pass', { method: 'POST' }).then(
        ({ ok, status }) => ok || console.warn('no pass for maintenance', status),
        (error: unknown) => console.warn('no pass for maintenance', error),
      )
    void take()
    const clock = setInterval(() => void take(), RENEW_EVERY_MS)
    return () => clearInterval(clock)
  }, [])
  return (
    <p className="flex items-center gap-2.5 rounded-card bg-warn-soft px-4 py-2.5 text-14 text-warn">
      <Construction size={18} aria-hidden className="shrink-0" />
      <span>
        Maintenance mode is on: only administrators see the pages.{' '}
        <Link to="/admin/settings" className="font-medium underline underline-offset-2">
          Settings
        </Link>
      </span>
    </p>
  )
}
