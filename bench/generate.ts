// A large community by set-based SQL, as uneven as life: most discussions have few replies, votes and followers and a
// few have hundreds, some tags are on a tenth of them and most on hardly any, and one discussion is very long.
import { connect, type Sql } from '../api/database/connection.ts'
import { threadPath } from '../shared/slugs.ts'

export const LONG_THREAD_REPLIES = 20_000
export const CATEGORIES = 7
const MEMBERS = 5_000
const TAGS = 300

/** The same number each time for the same `n` and `what`, so that two runs measure the same data. */
const CHANCES = `
  create function pg_temp.chance(n bigint, what text) returns float8 language sql immutable
  return ((hashtextextended(what, n) & 4294967295) + 1) / 4294967296.0::float8;
  -- Pareto: some seven over the least on average, half of them below two, one in a thousand above 400.
  create function pg_temp.few(n bigint, what text, least_many integer, most integer) returns integer language sql immutable
  return least(most, least_many + floor(2.5 * pg_temp.chance(n, what) ^ -0.75 - 2.5)::integer);
  -- Zipf: the rank of one of so many, the second half as frequent as the first.
  create function pg_temp.ranked(n bigint, what text, of_many integer) returns integer language sql immutable
  return floor(of_many ^ pg_temp.chance(n, what))::integer;`

/** Fills the empty database at `ownerUrl`. Triggers are off, so counters are written as they would have come out. */
export async function generate(ownerUrl: string, threads: number): Promise<void> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    await sql.unsafe(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '64MB';
       set synchronous_commit = off; set max_parallel_maintenance_workers = 2`,
    )
    const indexes = await takeIndexesOff(sql)
    await sql`
      insert into auth.users (id, email, email_confirmed_at)
      select md5('member' || n)::uuid, 'member' || n || '@example.invalid', now() from generate_series(1, ${MEMBERS}::int) n`
    await sql`
      insert into public.profiles (id, username)
      select md5('member' || n)::uuid, 'member' || n from generate_series(1, ${MEMBERS}::int) n`
    await sql`
      insert into public.forum_categories (id, name, slug, description)
      select md5('category' || n)::uuid, 'Category ' || n, 'category-' || n, 'Generated' from generate_series(1, ${CATEGORIES}::int) n`
    await sql.unsafe(CHANCES)
    // Multiplying by an odd number permutes the 32-bit numbers: every discussion gets a prefix of its own.
    await sql.unsafe(`
      insert into public.threads (id, title, content, author_id, category_id, tags, reply_count, upvote_count, view_count,
        created_at, last_activity)
      select ${THREAD_ID}, 'Generated discussion number ' || n || ' about allotment and tax',
        '<p>' || repeat('Readers of this discussion compare what the circular says with what happened to them. ',
          pg_temp.few(n, 'letters', 1, 60)) || '</p>',
        md5('member' || 1 + n % ${MEMBERS})::uuid, md5('category' || 1 + n % ${CATEGORIES})::uuid,
        array['tag ' || pg_temp.ranked(n, 'tag', ${TAGS}), 'topic ' || pg_temp.ranked(n, 'topic', ${TAGS})],
        c.replies, c.votes, c.replies * 40 + c.votes * 5 + n % 40,
        c.began, least(now() - make_interval(secs => n / 1000.0), c.began + make_interval(mins => c.replies * 7))
      from generate_series(1, ${threads}) n
      cross join lateral (
        select case when n = 1 then ${LONG_THREAD_REPLIES} else pg_temp.few(n, 'replies', 0, 1000) end as replies,
          case when n = 1 then 4000 else pg_temp.few(n, 'votes', 0, 1000) end as votes,
          now() - make_interval(secs => 31536000.0 * n / ${threads}) as began
      ) c`)
    // The long one's within an hour, the others' seven minutes apart.
    await sql.unsafe(`
      insert into public.replies (id, thread_id, author_id, content, created_at)
      select gen_random_uuid(), t.id, md5('member' || 1 + (t.n * 7 + r) % ${MEMBERS})::uuid,
        '<p>Reply ' || r || ': ' || repeat('this matches what my broker told me last week. ',
          pg_temp.few(t.n * 1000 + r, 'letters', 1, 40)) || '</p>',
        case when t.n = 1 then now() - interval '1 hour' + make_interval(secs => r * 3600.0 / ${LONG_THREAD_REPLIES})
          else least(now() - make_interval(secs => t.n / 1000.0), t.created_at + make_interval(mins => r * 7)) end
      from (select x.*, split_part(x.title, ' ', 4)::integer as n from public.threads x) t
      cross join lateral generate_series(1, t.reply_count) r`)
    await sql.unsafe(`
      insert into public.reactions (thread_id, user_id, created_at)
      select t.id, md5('member' || 1 + (t.n * 13 + v) % ${MEMBERS})::uuid, least(now(), t.created_at + make_interval(mins => v * 11))
      from (select x.*, split_part(x.title, ' ', 4)::integer as n from public.threads x) t
      cross join lateral generate_series(1, t.upvote_count) v`)
    // Whoever began it follows it, and some of those who answered.
    await sql.unsafe(`
      insert into public.thread_subscriptions (user_id, thread_id)
      select md5('member' || 1 + (t.n + 7 * f) % ${MEMBERS})::uuid, t.id
      from (select x.id, x.reply_count, split_part(x.title, ' ', 4)::integer as n from public.threads x) t
      cross join lateral generate_series(0, least(t.reply_count, ${MEMBERS} / 7) / 2) f`)
    await sql`insert into private.thread_titles (thread_id, title) select id, title from public.threads`
    await sql`select private.index_everything()`
    // Days that were counted meanwhile: no trigger forgot them.
    await sql`delete from private.daily_post_stats`
    // Sorted once, an index costs a tenth of what ten million insertions into it do.
    for (const definition of indexes) await sql.unsafe(definition)
    // What was not written as it would have come out: of members, categories and days.
    await sql`select private.recount()`
    for (let more = 1; more > 0; )
      more = Number((await sql<{ n: string }[]>`select private.fold_thread_days() as n`)[0]?.n)
    await sql.unsafe('vacuum (analyze)')
    await sql.unsafe('checkpoint')
  } finally {
    await sql.end()
  }
}

/** The addresses of `count` discussions, the latest first, with as many replies as asked for. */
export async function discussions(
  ownerUrl: string,
  count: number,
  leastReplies = 0,
  mostReplies = LONG_THREAD_REPLIES,
): Promise<string[]> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    const threads = await sql<{ id: string; title: string; category: { slug: string } }[]>`
      select t.id, t.title, jsonb_build_object('slug', c.slug) as category
      from public.threads t join public.forum_categories c on c.id = t.category_id
      where t.reply_count between ${leastReplies}::int and ${mostReplies}::int
      order by t.last_activity desc limit ${count}::int`
    if (threads.length < count) throw new Error(`only ${threads.length} discussions of ${count} are there`)
    return threads.map(threadPath)
  } finally {
    await sql.end()
  }
}

/** Drops the indexes of discussions, their words and replies but for those that constraints stand on; gives their definitions. */
async function takeIndexesOff(sql: Sql): Promise<string[]> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid in ('public.threads'::regclass, 'private.thread_words'::regclass, 'public.replies'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}

const THREAD_ID = `(lpad(to_hex((n::bigint * 2654435761) % 4294967296), 8, '0') || '-' || substr(md5(n::text), 1, 4)
  || '-4' || substr(md5(n::text), 5, 3) || '-8' || substr(md5(n::text), 8, 3) || '-' || substr(md5(n::text), 11, 12))::uuid`
