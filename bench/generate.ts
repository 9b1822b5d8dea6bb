// Generates a large community with set-based SQL and skewed distributions: most threads have few replies, votes and
// followers and a few have hundreds, some tags are on a tenth of the threads and most on hardly any, and one thread is
// very long.
import { connect, type Sql } from '../api/database/connection.ts'
import { threadPath } from '../shared/slugs.ts'

export const LONG_THREAD_REPLIES = 20_000
export const CATEGORIES = 7
const MEMBERS = 5_000
const TAGS = 300

/** Random numbers that depend on `n` and `what` alone, so that two runs measure the same data. */
const RANDOM = `
  create function pg_temp.random_share(n bigint, what text) returns float8 language sql immutable
  return ((hashtextextended(what, n) & 4294967295) + 1) / 4294967296.0::float8;
  -- Pareto: about seven above the minimum on average, half of them below two, one in a thousand above 400.
  create function pg_temp.pareto(n bigint, what text, minimum integer, maximum integer) returns integer language sql immutable
  return least(maximum, minimum + floor(2.5 * pg_temp.random_share(n, what) ^ -0.75 - 2.5)::integer);
  -- Zipf: a rank from 1 to of_many; the second is half as frequent as the first.
  create function pg_temp.zipf(n bigint, what text, of_many integer) returns integer language sql immutable
  return floor(of_many ^ pg_temp.random_share(n, what))::integer;`

/** Fills the empty database at `ownerUrl`. Triggers are off, so the counters are written with the rows. */
export async function generate(ownerUrl: string, threads: number): Promise<void> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    await sql.unsafe(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '64MB';
       set synchronous_commit = off; set max_parallel_maintenance_workers = 2`,
    )
    const indexes = await dropIndexes(sql)
    await sql`
      insert into auth.users (id, email, email_confirmed_at)
      select md5('member' || n)::uuid, 'member' || n || '@example.invalid', now() from generate_series(1, ${MEMBERS}::int) n`
    await sql`
      insert into public.profiles (id, username)
      select md5('member' || n)::uuid, 'member' || n from generate_series(1, ${MEMBERS}::int) n`
    await sql`
      insert into public.forum_categories (id, name, slug, description)
      select md5('category' || n)::uuid, 'Category ' || n, 'category-' || n, 'Generated' from generate_series(1, ${CATEGORIES}::int) n`
    await sql.unsafe(RANDOM)
    // Multiplying by an odd number permutes the 32-bit numbers, so every thread's id has a different prefix.
    await sql.unsafe(`
      insert into public.threads (id, title, content, author_id, category_id, tags, reply_count, upvote_count, view_count,
        created_at, last_activity)
      select ${THREAD_ID}, 'Generated discussion number ' || n || ' about allotment and tax',
        '<p>' || repeat('Readers of this discussion compare what the circular says with what happened to them. ',
          pg_temp.pareto(n, 'letters', 1, 60)) || '</p>',
        md5('member' || 1 + n % ${MEMBERS})::uuid, md5('category' || 1 + n % ${CATEGORIES})::uuid,
        array['tag ' || pg_temp.zipf(n, 'tag', ${TAGS}), 'topic ' || pg_temp.zipf(n, 'topic', ${TAGS})],
        c.replies, c.votes, c.replies * 40 + c.votes * 5 + n % 40,
        c.started, least(now() - make_interval(secs => n / 1000.0), c.started + make_interval(mins => c.replies * 7))
      from generate_series(1, ${threads}) n
      cross join lateral (
        select case when n = 1 then ${LONG_THREAD_REPLIES} else pg_temp.pareto(n, 'replies', 0, 1000) end as replies,
          case when n = 1 then 4000 else pg_temp.pareto(n, 'votes', 0, 1000) end as votes,
          now() - make_interval(secs => 31536000.0 * n / ${threads}) as started
      ) c`)
    // The replies of the long thread fall within an hour, those of the others are seven minutes apart.
    await sql.unsafe(`
      insert into public.replies (id, thread_id, author_id, content, created_at)
      select gen_random_uuid(), t.id, md5('member' || 1 + (t.n * 7 + r) % ${MEMBERS})::uuid,
        '<p>Reply ' || r || ': ' || repeat('this matches what my broker told me last week. ',
          pg_temp.pareto(t.n * 1000 + r, 'letters', 1, 40)) || '</p>',
        case when t.n = 1 then now() - interval '1 hour' + make_interval(secs => r * 3600.0 / ${LONG_THREAD_REPLIES})
          else least(now() - make_interval(secs => t.n / 1000.0), t.created_at + make_interval(mins => r * 7)) end
      from (select x.*, split_part(x.title, ' ', 4)::integer as n from public.threads x) t
      cross join lateral generate_series(1, t.reply_count) r`)
    await sql.unsafe(`
      insert into public.reactions (thread_id, user_id, created_at)
      select t.id, md5('member' || 1 + (t.n * 13 + v) % ${MEMBERS})::uuid, least(now(), t.created_at + make_interval(mins => v * 11))
      from (select x.*, split_part(x.title, ' ', 4)::integer as n from public.threads x) t
      cross join lateral generate_series(1, t.upvote_count) v`)
    // The author follows the thread, and half as many members as replied.
    await sql.unsafe(`
      insert into public.thread_subscriptions (user_id, thread_id)
      select md5('member' || 1 + (t.n + 7 * f) % ${MEMBERS})::uuid, t.id
      from (select x.id, x.reply_count, split_part(x.title, ' ', 4)::integer as n from public.threads x) t
      cross join lateral generate_series(0, least(t.reply_count, ${MEMBERS} / 7) / 2) f`)
    await sql`insert into private.thread_titles (thread_id, title) select id, title from public.threads`
    await sql`select private.index_everything()`
    // Days that the server counted meanwhile: with triggers off, nothing removed them.
    await sql`delete from private.daily_post_stats`
    // Building an index in one sort takes a tenth of the time of ten million insertions.
    for (const definition of indexes) await sql.unsafe(definition)
    // Computes the counters of members, categories and days, which were not written above.
    await sql`select private.recount()`
    for (let folded = 1; folded > 0; )
      folded = Number((await sql<{ n: string }[]>`select private.fold_thread_days() as n`)[0]?.n)
    await sql.unsafe('vacuum (analyze)')
    await sql.unsafe('checkpoint')
  } finally {
    await sql.end()
  }
}

/** The paths of `count` threads, the latest first, with a number of replies within the bounds. */
export async function discussions(
  ownerUrl: string,
  count: number,
  minReplies = 0,
  maxReplies = LONG_THREAD_REPLIES,
): Promise<string[]> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    const threads = await sql<{ id: string; title: string; category: { slug: string } }[]>`
      select t.id, t.title, jsonb_build_object('slug', c.slug) as category
      from public.threads t join public.forum_categories c on c.id = t.category_id
      where t.reply_count between ${minReplies}::int and ${maxReplies}::int
      order by t.last_activity desc limit ${count}::int`
    if (threads.length < count) throw new Error(`found only ${threads.length} of ${count} discussions`)
    return threads.map(threadPath)
  } finally {
    await sql.end()
  }
}

/** Drops the indexes of threads, their words and replies, except those of constraints. @returns their definitions */
export async function dropIndexes(sql: Sql): Promise<string[]> {
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
