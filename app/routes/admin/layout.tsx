// The guard of every admin page (SPEC.md section 6), and the frame around them. It decides what is shown; the API
// checks every request of an administrator itself.

import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { AdminNavigation, adminMeta, MaintenanceNote } from '#app/features/admin/admin-frame.tsx'
import { signInPath } from '#app/platform/paths.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { useSession } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { UNAUTHORIZED } from '#app/platform/supabase/unauthorized.ts'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'

export const meta = adminMeta('Admin', '/admin')

export default withQueries(AdminLayout)

function AdminLayout() {
  const session = useSession()
  const site = useSite()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isGuest = session.status === 'guest'
  // The result of is_admin(); a failed check counts as no, and app/platform/supabase/browser-client.ts logs it.
  const isRefused = session.status === 'member' && session.settled && !session.isAdmin
  useEffect(() => {
    if (isGuest) void navigate(signInPath(pathname + search), { replace: true })
    else if (isRefused) {
      toast({ title: UNAUTHORIZED, variant: 'destructive' })
      void navigate('/', { replace: true })
    }
  }, [isGuest, isRefused, navigate, pathname, search])
  if (session.status !== 'member' || !session.isAdmin) return <Loading />
  return (
    <div className="page pt-3 lg:grid lg:grid-cols-[156px_minmax(0,1fr)] lg:gap-6 lg:pt-6">
      <AdminNavigation />
      <div className="min-w-0 space-y-4 pt-4 lg:pt-0">
        {site.maintenance ? <MaintenanceNote /> : null}
        <div>
          <Outlet />
        </div>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div className="page pt-6">
      <h1 className="sr-only">Admin</h1>
      <NeedsScript what="The admin dashboard" />
      {/* Placeholders where the figures of the dashboard will be, beside the rail. */}
      <div className="needs-script lg:pl-45">
        <p className="mb-3 text-15 text-muted" aria-hidden>
          Loading admin dashboard...
        </p>
        <Skeleton
          label="Loading admin dashboard..."
          rows={6}
          className="grid grid-cols-2 gap-3 lg:grid-cols-3"
          bar="h-45"
        />
      </div>
    </div>
  )
}
