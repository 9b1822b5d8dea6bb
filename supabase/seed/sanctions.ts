// A small history of moderation in the sample community: a suspension that ended, with its appeal, and a member who may
// post no links and appeals.
import type { Sql } from '../../api/database/connection.ts'
import { stableId } from './read.ts'

const DAY_MS = 86_400_000

type Sanctioned = {
  username: string
  kind: string
  reason: string
  message: string
  /** Ages in ms. */
  from: number
  until: number
  appeal: { text: string; answer?: string; age: number }
}

const SANCTIONED: readonly Sanctioned[] = [
  {
    username: 'prakash_y',
    kind: 'suspended',
    reason: 'tips',
    message: 'You named targets for three shares within a day. Please explain instead of calling.',
    from: 40 * DAY_MS,
    until: 33 * DAY_MS,
    appeal: {
      text: 'I wrote what I would pay, and told nobody to buy.',
      answer:
        'Two of the posts said “buy before Friday”. The suspension stays, and ends by itself after a week.',
      age: 39 * DAY_MS,
    },
  },
  {
    username: 'omkar_g',
    kind: 'no_links',
    reason: 'spam',
    message: 'The same blog was linked in six replies.',
    from: 2 * DAY_MS,
    until: -5 * DAY_MS,
    appeal: { text: 'It is my own blog, without advertisements, and it answered the question.', age: DAY_MS },
  },
]

/** @param at the time at an age in ms. The schema that upgrades/upgrade.test.ts begins with has no sanctions. */
export async function loadSanctions(sql: Sql, at: (age: number) => string): Promise<void> {
  const [schema] = await sql<{ has: boolean }[]>`select to_regclass('public.appeals') is not null as has`
  if (!schema?.has) return
  const rows = SANCTIONED.map(({ username, kind, reason, message, from, until, appeal }) => ({
    id: stableId(`sanction of ${username}`),
    member: stableId(`member ${username}`),
    kind,
    reason,
    message,
    starts_at: at(from),
    ends_at: at(until),
    text: appeal.text,
    answer: appeal.answer ?? null,
    created_at: at(appeal.age),
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${sql.json(rows)}) as s (
        id uuid, member uuid, kind text, reason text, message text, starts_at timestamptz, ends_at timestamptz,
        text text, answer text, created_at timestamptz
      )
    ), made as (
      insert into public.sanctions (id, member_id, kind, reason_code, message, starts_at, ends_at)
      select g.id, g.member, g.kind, g.reason, g.message, g.starts_at, g.ends_at from given g
    ), recorded as (
      insert into private.sanction_records (sanction_id) select g.id from given g
    )
    insert into public.appeals (member_id, sanction_id, text, state, answer, created_at, decided_at)
    select g.member, g.id, g.text, case when g.answer is null then 'open' else 'refused' end, g.answer, g.created_at,
      case when g.answer is not null then g.created_at + interval '6 hours' end
    from given g`
  // Nobody of the sample reads mails or a bell.
  await sql`delete from private.moderation_mails`
  await sql`delete from public.notifications where kind = 'sanctioned'`
}
