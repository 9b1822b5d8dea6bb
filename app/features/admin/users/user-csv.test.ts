import { expect, test } from 'vitest'
import { type User, usersAsCsv } from './queries.ts'

const user = (id: string, changed: Partial<User> = {}): User => ({
  id,
  username: id,
  full_name: null,
  avatar_url: null,
  bio: null,
  user_level: 'Regular',
  total_posts: 2,
  total_replies: 3,
  reputation: 17,
  roles: [],
  joined_at: '2026-01-02T03:04:05+00:00',
  last_active: '2026-11-21T00:00:00+00:00',
  ...changed,
})

test('only the own address is in it, and no name is a formula', () => {
  const csv = usersAsCsv(
    [user('meera', { roles: [{ role: 'admin' }] }), user('asha', { full_name: '=cmd|calc' })],
    { userId: 'meera', email: 'meera@example.com' },
  )
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    'meera,,meera@example.com,Regular,admin,2,3,17,2026-01-02T03:04:05+00:00,2026-11-21T00:00:00+00:00',
    "asha,'=cmd|calc,N/A,Regular,,2,3,17,2026-01-02T03:04:05+00:00,2026-11-21T00:00:00+00:00",
  ])
})
