// The Dashboard tab (SPEC.md section 2, Admin dashboard).
import { QuickActions } from '#app/features/admin/quick-actions.tsx'
import { adminMeta } from '#app/lib/admin-meta.ts'
import type { Route } from './+types/dashboard'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, { title: 'Dashboard', path: '/admin' })
}

export default function Dashboard() {
  return (
    <>
      <h1 className="mb-4 text-28">Dashboard</h1>
      <QuickActions />
    </>
  )
}
