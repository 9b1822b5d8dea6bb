// A large community by set-based SQL: many discussions with ten replies each, and one with very many.
import { connect, type Sql } from '../api/database/connection.ts'

export const LONG_THREAD_REPLIES = 20_000
const MEMBERS = 5_000
const REPLIES_EACH = 10

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
      insert into public.profiles (id, username, total_posts)
      select md5('member' || n)::uuid, 'member' || n, ${Math.floor(threads / MEMBERS)} from generate_series(1, ${MEMBERS}::int) n`
    await sql`
      insert into public.forum_categories (id, name, slug, description, thread_count, post_count)
      select md5('category' || n)::uuid, 'Category ' || n, 'category-' || n, 'Generated', ${threads}::int / 7, ${threads}::int / 7 * 11
      from generate_series(1, 7) n`
    // Multiplying by an odd number permutes the 32-bit numbers: every discussion gets a prefix of its own.
    await sql.unsafe(`
      insert into public.threads (id, title, content, author_id, category_id, tags, reply_count, view_count, created_at, last_activity)
      select ${THREAD_ID}, 'Generated discussion number ' || n || ' about allotment and tax',
        '<p>' || repeat('Readers of this discussion compare what the circular says with what happened to them. ', 6) || '</p>',
        md5('member' || 1 + n % ${MEMBERS})::uuid, md5('category' || 1 + n % 7)::uuid, array['generated', 'measure'],
        case when n = 1 then ${LONG_THREAD_REPLIES} else ${REPLIES_EACH} end, n % 4000,
        now() - make_interval(secs => 31536000.0 * n / ${threads}), now() - make_interval(secs => 31000000.0 * n / ${threads})
      from generate_series(1, ${threads}) n`)
    await sql.unsafe(`
      insert into public.replies (id, thread_id, author_id, content, created_at)
      select gen_random_uuid(), ${THREAD_ID}, md5('member' || 1 + (n * 7 + r) % ${MEMBERS})::uuid,
        '<p>Reply ' || r || ': ' || repeat('this matches what my broker told me last week. ', 3) || '</p>',
        now() - make_interval(secs => 31536000.0 * n / ${threads}) + make_interval(mins => r * 7)
      from generate_series(1, ${threads}) n, generate_series(1, ${REPLIES_EACH}) r`)
    await sql.unsafe(`
      insert into public.replies (id, thread_id, author_id, content, created_at)
      select gen_random_uuid(), ${THREAD_ID}, md5('member' || 1 + r % ${MEMBERS})::uuid, '<p>Reply ' || r || ' of very many.</p>',
        now() - interval '1 hour' + make_interval(secs => r * 0.1)
      from (values (1)) one(n), generate_series(${REPLIES_EACH + 1}, ${LONG_THREAD_REPLIES}) r`)
    await sql`select private.index_everything()`
    // Days that were counted meanwhile: no trigger forgot them.
    await sql`delete from private.post_days`
    // Sorted once, an index costs a tenth of what ten million insertions into it do.
    for (const definition of indexes) await sql.unsafe(definition)
    await sql.unsafe('vacuum (analyze)')
    await sql.unsafe('checkpoint')
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
