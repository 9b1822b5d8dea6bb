// The queue alive in the sample community: a reply that waits for a moderator, a hidden one against which its author
// appeals, and a deleted one that two members reported, of which a sealed copy is kept.
import type { Sql } from '../../api/database/connection.ts'
import { stableId } from './read.ts'

const HOUR_MS = 3_600_000

type Sample = { name: string; author: string; content: string; age: number; state: string }

const WAITS: Sample = {
  name: 'reply that waits',
  author: 'neeraj_v',
  content: '<p>There is a calculator for this at www.example.com, which I use each April.</p>',
  age: 3 * HOUR_MS,
  state: 'held',
}
const HIDDEN: Sample = {
  name: 'hidden reply',
  author: 'prakash_y',
  content: '<p>Buy it before Friday. Whoever waits pays more.</p>',
  age: 50 * HOUR_MS,
  state: 'hidden',
}
const DELETED: Sample = {
  name: 'deleted reply',
  author: 'omkar_g',
  content: '<p>I guarantee 4 % a month. Write to me for the account number.</p>',
  age: 30 * HOUR_MS,
  state: 'shown',
}
const REPORTS = [
  { by: 'farah.q', ground: 'guaranteed_returns', reason: 'Nobody can guarantee that', age: 29 * HOUR_MS },
  { by: 'meera.k', ground: 'spam', reason: 'Asks for money outside the forum', age: 28 * HOUR_MS },
]

/** @param at the time at an age in ms. The schema that upgrades/upgrade.test.ts begins with has no states. */
export async function loadModeration(sql: Sql, at: (age: number) => string): Promise<void> {
  const [schema] = await sql<
    { has: boolean }[]
  >`select to_regclass('private.sealed_posts') is not null as has`
  if (!schema?.has) return
  const replies = [WAITS, HIDDEN, DELETED].map(({ name, author, content, age, state }) => ({
    id: stableId(name),
    author_id: stableId(`member ${author}`),
    content,
    state,
    created_at: at(age),
  }))
  // In the discussion that was last written in, at the end of its replies.
  await sql`
    insert into public.replies (id, thread_id, author_id, content, state, is_hidden, created_at, updated_at)
    select r.id, t.id, r.author_id, r.content, r.state, r.state <> 'shown', r.created_at, r.created_at
    from jsonb_to_recordset(${sql.json(replies)}) as r (
      id uuid, author_id uuid, content text, state text, created_at timestamptz
    )
    cross join (
      select x.id from public.threads x where not x.is_locked order by x.last_activity desc, x.id limit 1
    ) t`
  const reports = REPORTS.map(({ by, age, ...report }) => ({
    ...report,
    reporter_id: stableId(`member ${by}`),
    created_at: at(age),
  }))
  await sql`
    insert into public.reports (reporter_id, reply_id, ground, reason, created_at)
    select r.reporter_id, ${stableId(DELETED.name)}, r.ground, r.reason, r.created_at
    from jsonb_to_recordset(${sql.json(reports)}) as r (
      reporter_id uuid, ground text, reason text, created_at timestamptz
    )`
  await sql`delete from public.replies where id = ${stableId(DELETED.name)}`
  await sql`
    insert into public.appeals (member_id, reply_id, text, created_at)
    values (${stableId(`member ${HIDDEN.author}`)}, ${stableId(HIDDEN.name)},
      'I wrote what I would do, and named no price.', ${at(40 * HOUR_MS)})`
}
