// The sample community with its members, and whether its counters are right.
import type { Sql } from '../../api/database/connection.ts'
import { startSampleDatabase } from './database.ts'

export const CLIENTS = 24

export type CountedCommunity = Awaited<ReturnType<typeof startCountedCommunity>>

/** @returns `members`: as many as CLIENTS, the first of them the `admin` */
export async function startCountedCommunity() {
  const database = await startSampleDatabase()
  await database.sql`select private.configure(null, false)`
  const rows = await database.sql<{ id: string }[]>`
    select id from public.profiles where user_level <> 'Banned' order by id limit ${CLIENTS}`
  const members = rows.map(({ id }) => id)
  const admin = members[0] ?? ''
  await database.sql`insert into public.user_roles (user_id, role) values (${admin}, 'admin')`

  /** The number of rows that recount would correct, per table. */
  async function corrections(): Promise<unknown> {
    return database.sql`select counted, corrected from private.recount() where corrected > 0`
  }

  /** The members whose profiles count other posts than guests can list, once the jobs have followed. */
  async function miscounted(): Promise<unknown> {
    for (let left = 1; left > 0; ) {
      const [row] = await database.sql<
        { left: number }[]
      >`select private.process_pending_threads()::int as left`
      left = row?.left ?? 0
    }
    return database.sql.begin(async (sql) => {
      await sql`set local role anon`
      return [
        ...(await sql`
          select p.username, p.total_replies, r.replies, p.total_posts, t.threads
          from public.profiles p
          cross join lateral (select count(*)::int as replies from public.replies x where x.author_id = p.id) r
          cross join lateral (select count(*)::int as threads from public.threads x where x.author_id = p.id) t
          where (p.total_replies, p.total_posts) <> (r.replies, t.threads)`),
      ]
    })
  }

  return { database, members, admin, corrections, miscounted }
}

/** Commits one statement as a member. */
export function as(sql: Sql, member: string, statement: (work: Sql) => Promise<unknown>): Promise<unknown> {
  return sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: member, role: 'authenticated' })}, true)`
    return statement(work)
  })
}
