// Where mails to whoever runs the site go.
import type { Database } from '../../api/database/database.ts'
import { asAuth, asService } from '../../api/database/scope.ts'

/** Number of administrators that are written to if ADMIN_EMAIL is not set. */
const MOST_READERS = 5

/** @param adminEmail the operator's address; null: those of the accounts with the role admin, oldest first */
export async function adminAddresses(db: Database, adminEmail: string | null): Promise<string[]> {
  if (adminEmail) return [adminEmail]
  const admins = await asService(
    db,
    (sql) => sql<{ id: string }[]>`select user_id as id from public.user_roles where role = 'admin'`,
  )
  const accounts = await asAuth(
    db,
    (sql) => sql<{ email: string }[]>`
      select lower(email) as email from auth.users
      where id = any(${admins.map(({ id }) => id)}::uuid[]) and email is not null and deleted_at is null
      order by created_at
      limit ${MOST_READERS}`,
  )
  return accounts.map(({ email }) => email)
}
