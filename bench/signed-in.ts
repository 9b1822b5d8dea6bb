// What a member's pages cost a slow phone with an empty cache: requests, scripts, when they are shown, what moves. The
// member has unread notifications and, as an administrator, a queue of reports.
import { connect } from '../tests/support/database.ts'
import type { TestServer } from '../tests/support/server.ts'
import { signUpMembers } from './members.ts'
import type { Row } from './report.ts'
import { type MemberLoad, memberLoadOnSlowPhone } from './weight.ts'

/** As many as the review of November 2026 had. */
const UNREAD = 37
const REPORTS = 39

type Bounds = Partial<Record<keyof MemberLoad, readonly [ceiling: number, aim: number]>>

const STILL = [0.02, 0] as const

/** The ceilings are those of issue 25, the aims what is reached on an idle machine (docs/decisions/0008). */
const SCREENS: readonly { name: string; of: 'member' | 'admin'; path?: string; bounds: Bounds }[] = [
  { name: 'home', of: 'member', path: '/', bounds: { lcpSeconds: [2, 1.1] } },
  { name: 'thread', of: 'member', bounds: { scriptBytes: [200_000, 193_000], requests: [25, 25] } },
  { name: 'notifications', of: 'member', path: '/notifications', bounds: { lcpSeconds: [1.5, 1.2] } },
  { name: 'settings', of: 'member', path: '/settings', bounds: {} },
  { name: 'chat', of: 'member', path: '/chat', bounds: {} },
  { name: 'queue of reports', of: 'admin', path: '/admin/moderate', bounds: { lcpSeconds: [2, 1.8] } },
]

/** @param thread the path of a discussion */
export async function signedInRows(site: TestServer, thread: string): Promise<Row[]> {
  const sessions = await prepare(site)
  const rows: Row[] = []
  for (const { name, of, path, bounds } of SCREENS) {
    const load = await memberLoadOnSlowPhone(site.url + (path ?? thread), sessions[of])
    const row = (what: string, key: keyof MemberLoad, unit: string, scale = 1) => {
      const [ceiling, aim] = (key === 'cls' ? STILL : bounds[key]) ?? []
      rows.push({
        what: `${name} of ${of === 'admin' ? 'an administrator' : 'a member'} on a slow phone, ${what}`,
        value: load[key] / scale,
        unit,
        ...(ceiling === undefined ? {} : { ceiling: ceiling / scale }),
        aim: (aim ?? 0) / scale,
      })
    }
    row('requests', 'requests', '')
    row('JavaScript', 'scriptBytes', 'kB', 1_000)
    row('LCP', 'lcpSeconds', 's')
    row('CLS', 'cls', '')
  }
  return rows
}

/** Two members, who have what such members have. @returns their sessions */
export async function prepare(site: TestServer): Promise<Record<'member' | 'admin', string>> {
  const [member, admin] = await signUpMembers(site, 2)
  if (!member || !admin) throw new Error('nobody signed up')
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  try {
    await sql`insert into public.user_roles (user_id, role) values (${admin.id}, 'admin')`
    await sql`
      insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, created_at)
      select ${member.id}, 'mention', author_id, thread_id, id, now() - interval '1 hour' * row_number() over ()
      from public.replies order by created_at desc limit ${UNREAD}`
    await sql`
      insert into public.reports (reporter_id, reply_id, reason, ground)
      select ${member.id}, id, 'The same referral link stands in other discussions.', 'spam'
      from public.replies order by created_at desc limit ${REPORTS}`
  } finally {
    await sql.end()
  }
  return { member: member.session, admin: admin.session }
}
