// The guard of every admin page (SPEC.md section 6), and the frame around them. It decides what is shown; the API
// checks every request of an administrator itself.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { AdminFrame, adminMeta, MaintenanceNote, WAITING } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { moderationQueries } from '#app/features/moderation/query-options.ts'
import { signInPath } from '#app/platform/paths.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { useSession } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { UNAUTHORIZED } from '#app/platform/supabase/unauthorized.ts'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { FirstRows } from '#app/ui/first-rows.tsx'
import * as t from '#words/admin-pages.ts'

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
  return (
    <FirstRows>
      {session.status === 'member' && session.isAdmin ? (
        <CountedFrame>
          {site.maintenance ? <MaintenanceNote /> : null}
          <div>
            <Outlet />
          </div>
        </CountedFrame>
      ) : (
        <Loading />
      )}
    </FirstRows>
  )
}

/** With the cases, posts, appeals and messages that wait. */
function CountedFrame({ children }: { children: ReactNode }) {
  const { data: cases = 0 } = useQuery(moderationQueries.openCases)
  const { data: held = 0 } = useQuery(moderationQueries.heldCount)
  const { data: messages = 0 } = useQuery(adminQueries.openMessages)
  const { data: appeals = 0 } = useQuery(adminQueries.openAppeals)
  const counts = {
    '/admin/moderate': cases,
    [WAITING]: held,
    '/admin/appeals': appeals,
    '/admin/contact': messages,
  }
  return <AdminFrame counts={counts}>{children}</AdminFrame>
}

function Loading() {
  return (
    <div className="page pt-6">
      <h1 className="sr-only">{t.admin}</h1>
      <NeedsScript what={t.theAdminDashboard} />
      {/* Placeholders where the figures of the dashboard will be, beside the rail. */}
      <div className="needs-script lg:pl-45">
        <p className="mb-3 text-15 text-muted" aria-hidden>
          {t.loadingAdminDashboard}
        </p>
        <Skeleton
          isFirst
          label={t.loadingAdminDashboard}
          rows={6}
          className="grid grid-cols-2 gap-3 lg:grid-cols-3"
          bar="h-45"
        />
      </div>
    </div>
  )
}
