// Members who get digests, on a running site: what they choose and write, and the wait for their mails.
import type postgres from 'postgres'
import { expect } from 'vitest'
import { newEmail, newMember } from './identity.ts'
import { notified } from './notified.ts'
import type { TestServer } from './server.ts'

type Sql = postgres.Sql
export type Member = { id: string; email: string; name: string; token: string }

/** What a reader of digests has chosen. */
export const WANTED = { mailed: [], digested: ['replies', 'mentions', 'upvotes'], digest: 'daily' }

/** @param sql a connection of the database's owner */
export async function digestScene(server: TestServer, sql: Sql) {
  const [row] = await sql<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Digest', 'digest') returning id`
  const category = row?.id ?? ''

  async function enter(): Promise<Member> {
    const { access_token: token, user } = await newMember(server, newEmail())
    const [profile] = await sql<{ name: string }[]>`
      select username as name from public.profiles where id = ${user.id}`
    return { id: user.id, email: user.email ?? '', name: profile?.name ?? '', token }
  }

  async function discussion(
    by: Member,
    title = 'Which index fund tracks <b>closest</b>?',
    within = category,
  ): Promise<string> {
    const [thread] = await sql<{ id: string }[]>`
      insert into public.threads (title, content, author_id, category_id)
      values (${title}, '<p>A question that is long enough to be asked here, about tracking error and cost.</p>',
        ${by.id}, ${within})
      returning id`
    return thread?.id ?? ''
  }

  const reply = (by: Member, thread: string, content = '<p>An answer</p>') =>
    sql`insert into public.replies (thread_id, author_id, content) values (${thread}, ${by.id}, ${content})`

  const save = (member: Member, settings: object) =>
    fetch(`${server.url}/rest/v1/notification_settings?on_conflict=user_id`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        prefer: 'resolution=merge-duplicates',
      },
      body: JSON.stringify(settings),
    })

  async function choose(member: Member, settings: object): Promise<void> {
    const answer = await save(member, settings)
    expect(answer.status, await answer.text()).toBeLessThan(300)
  }

  /** The chosen hour has come: waits until no digest is due or on its way. What was not mailed by then never is. */
  async function mailed(): Promise<void> {
    await notified(sql)
    await sql`update private.digests set next_at = now() - interval '1 s'`
    await sql`update private.notification_mails set due_at = now() where taken_at is null and due_at < 'infinity'`
    await expect
      .poll(
        async () => {
          const [left] = await sql<{ count: number }[]>`
            select (select count(*) from private.digests where next_at <= now())::int
              + (select count(*) from private.notification_mails where taken_at is null and due_at <= now())::int
              + (select count(*) from graphile_worker._private_jobs where payload ->> 'kind' in ('digest', 'notifications'))::int as count`
          return left?.count
        },
        { timeout: 15_000 },
      )
      .toBe(0)
  }

  return { enter, discussion, reply, save, choose, mailed }
}
