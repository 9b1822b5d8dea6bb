// The Settings tab (SPEC.md section 2, Admin dashboard).
import { useQuery } from '@tanstack/react-query'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { SettingsForm } from '#app/features/admin/settings/settings-form.tsx'
import { useSession } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta('Settings', '/admin/settings')

export default function SettingsTab() {
  const session = useSession()
  const settings = useQuery(adminQueries.settings)
  return (
    <>
      <PageHead title={t.settings} />
      {settings.isError ? (
        <Failed message={t.theSettingsCouldNotBe} onRetry={() => void settings.refetch()} />
      ) : settings.data && session.status === 'member' ? (
        <SettingsForm settings={settings.data} userId={session.userId} />
      ) : (
        <Skeleton label={t.loadingTheSettings} rows={6} />
      )}
    </>
  )
}
