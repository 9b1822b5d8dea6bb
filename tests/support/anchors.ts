// A thread with participants and their notifications, for tests of the database's rules without a server.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Sql } from '../../api/database/connection.ts'
import { connect, startDatabase, type TestDatabase } from './database.ts'

export { connect }

const NAMES = ['asha', 'bala', 'meera', 'd.rao', 'admin'] as const
export type Name = (typeof NAMES)[number]
export const ids = Object.fromEntries(
  NAMES.map((name, index) => [name, `a0000000-0000-4000-8000-00000000000${index}`]),
) as Record<Name, string>

export let database: TestDatabase
export let category: string
export let thread: string

/** Starts a database for this test file, and creates a thread of Asha's before each test. */
export function withAnchorThread(): void {
  beforeAll(async () => {
    database = await startDatabase()
    const { sql } = database
    for (const name of NAMES) {
      await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
        values (${ids[name]}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
    }
    await sql`insert into public.user_roles (user_id, role) values (${ids.admin}, 'admin')`
    await sql`select private.configure(null, false)`
    const [row] =
      await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
    category = row?.id as string
  })

  afterAll(() => database.stop())

  beforeEach(async () => {
    const { sql } = database
    await sql`delete from public.threads`
    await sql`delete from public.notification_settings`
    await sql`delete from public.notifications`
    await sql`update public.profiles set user_level = 'Regular'`
    await sql`delete from public.notifications`
    thread = await start('asha', '<p>What does the anchor list tell?</p>')
  })
}

export function as<T>(name: Name, statement: (sql: Sql) => Promise<T>): Promise<T> {
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ids[name], role: 'authenticated' })}, true)`
    return statement(work)
  }) as Promise<T>
}

export async function start(name: Name, content: string): Promise<string> {
  const [row] = await as(
    name,
    (work) => work<{ id: string }[]>`insert into public.threads (title, content, author_id, category_id)
      values ('A question about anchors', ${content}, ${ids[name]}, ${category}) returning id`,
  )
  return row?.id ?? ''
}

export async function reply(name: Name, content: string, parent: string | null = null): Promise<string> {
  const [row] = await as(
    name,
    (work) => work<{ id: string }[]>`insert into public.replies (content, thread_id, author_id, parent_id)
      values (${content}, ${thread}, ${ids[name]}, ${parent}) returning id`,
  )
  return row?.id ?? ''
}

export const edit = (name: Name, id: string, content: string) =>
  as(name, (work) => work`update public.replies set content = ${content} where id = ${id}`)

/** Notifies those whom new replies concern, as the job does. */
export async function notifyOfReplies(): Promise<void> {
  for (let left = 1; left > 0; )
    left = Number((await database.sql`select private.notify_of_replies() as left`)[0]?.left)
}

/** Notifies followers, too. @returns the number of batches of followers */
export async function notifyFollowers(batch = 250): Promise<number> {
  await notifyOfReplies()
  for (let batches = 0; ; batches += 1) {
    const [row] = await database.sql<{ left: string }[]>`select private.notify_followers(${batch}) as left`
    if (row?.left === '0') return batches
  }
}

/** Runs the jobs and returns the notifications that `name` may read, oldest first. */
export async function notificationsOf(name: Name): Promise<string[]> {
  await notifyFollowers()
  const rows = await as(
    name,
    (work) => work<{ kind: string; figure: number | null; detail: string | null }[]>`
      select kind, figure, detail from public.notifications order by created_at, figure`,
  )
  return rows.map(({ kind, figure, detail }) =>
    [kind, figure, detail].filter((part) => part !== null).join(' '),
  )
}

export const follow = (name: Name) =>
  as(name, (work) => work`insert into public.thread_subscriptions (thread_id) values (${thread})`)
