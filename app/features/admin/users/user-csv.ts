// The members as a table for a spreadsheet: what an administrator sees of them, and no more.
import { type Cell, toCsv } from '#app/platform/text/csv.ts'
import { emailOf, type User } from './queries.ts'

const COLUMNS = [
  ...['Username', 'Full name', 'Email', 'Level', 'Role', 'Posts', 'Replies', 'Reputation'],
  ...['Joined', 'Last active'],
]

/** @param self the administrator: the only one whose address is known */
export function usersAsCsv(users: readonly User[], self: { userId: string; email: string }): string {
  return toCsv(
    COLUMNS,
    users.map((user): Cell[] => [
      ...[user.username, user.full_name, emailOf(user, self), user.user_level],
      ...[user.roles.some(({ role }) => role === 'admin') ? 'admin' : null],
      ...[user.total_posts, user.total_replies, user.reputation, user.joined_at, user.last_active],
    ]),
  )
}
