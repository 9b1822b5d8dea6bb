// The Settings tab (SPEC.md section 2, Admin dashboard).

import { useQuery } from '@tanstack/react-query'
import { adminKeys } from '#app/features/admin/keys.ts'
import { PageHead } from '#app/features/admin/page-head.tsx'
import { loadSettings } from '#app/features/admin/settings/queries.ts'
import { SettingsForm } from '#app/features/admin/settings/settings-form.tsx'
import { adminMeta } from '#app/platform/seo/admin-meta.ts'
import { client, useSession } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import type { Route } from './+types/settings'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, { title: 'Settings', path: '/admin/settings' })
}

export default function SettingsTab() {
  const session = useSession()
  const settings = useQuery({
    queryKey: adminKeys.settings,
    queryFn: async () => loadSettings(await client()),
    // Another administrator may have changed them: the form begins with what holds now.
    gcTime: 0,
  })
  return (
    <>
      <PageHead title="Settings" />
      {settings.isError ? (
        <Failed message="The settings could not be loaded." onRetry={() => void settings.refetch()} />
      ) : settings.data && session.status === 'member' ? (
        <SettingsForm settings={settings.data} userId={session.userId} />
      ) : (
        <Skeleton label="Loading the settings..." rows={6} />
      )}
    </>
  )
}
