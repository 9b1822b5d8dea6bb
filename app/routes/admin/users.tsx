// The Users tab (SPEC.md section 2, Admin dashboard).

import { useQuery } from '@tanstack/react-query'
import { Download, Search } from 'lucide-react'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { listAllUsers, noteExport, type User, usersAsCsv } from '#app/features/admin/users/queries.ts'
import { UsersTable } from '#app/features/admin/users/users-table.tsx'
import { useAct } from '#app/platform/acts/act.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { useTypedSearch } from '#app/platform/address/use-typed-search.ts'
import { client, useSession } from '#app/platform/session/session.ts'
import { download } from '#app/platform/text/csv.ts'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta('Users', '/admin/users')

export default function Users() {
  const session = useSession()
  const { typed, type, text: wanted } = useTypedSearch()
  const users = useQuery(adminQueries.userList(wanted))
  const [exportUsers, isExporting] = useAct(
    async (chosen: readonly User[] | null) => {
      if (session.status !== 'member') return
      const supabase = await client()
      const list = chosen ?? (await listAllUsers(supabase, wanted))
      await noteExport(supabase, list.length)
      download('users.csv', usersAsCsv(list, session))
    },
    { failed: failedTo('export users') },
  )
  return (
    <>
      <PageHead title={t.users}>
        <Button variant="secondary" disabled={isExporting} onClick={() => void exportUsers(null)}>
          <Download size={18} aria-hidden />
          {isExporting ? t.exporting : t.exportLabel}
        </Button>
      </PageHead>
      <div className="mb-4 sm:w-80">
        <TextField
          label={t.searchUsers}
          hiddenLabel
          type="search"
          placeholder={t.searchUsers2}
          value={typed}
          onChange={(event) => type(event.target.value)}
          trailing={<Search size={18} aria-hidden className="mr-3 text-muted" />}
        />
      </div>
      {users.isError ? (
        <Failed message={t.theUsersCouldNotBe} onRetry={() => void users.refetch()} />
      ) : !users.data || session.status !== 'member' ? (
        <TableSkeleton label={t.loadingTheUsers} />
      ) : users.data.length === 0 ? (
        <Empty
          title={t.noUsersFound}
          action={
            <Button variant="secondary" onClick={() => type('')}>
              {t.clearTheSearch}
            </Button>
          }
        >
          {t.noUsernameOrFullName}
        </Empty>
      ) : (
        <UsersTable users={users.data} self={session} onExport={(chosen) => void exportUsers(chosen)} />
      )}
    </>
  )
}
