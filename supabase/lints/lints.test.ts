// Each lint must report nothing on the schema of the migrations, and must report a violation made on purpose.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../../tests/support/database.ts'

const FOLDER = import.meta.dirname

type Break = { statement: string; found: string }

/** For each lint, statements that violate its rule, and the object that the lint must then report. */
const BREAKS: Readonly<Record<string, readonly Break[]>> = {
  '0001_row_security_is_on': [
    {
      statement: 'alter table public.threads disable row level security',
      found: 'threads',
    },
    {
      statement: 'alter table realtime.messages disable row level security',
      found: 'realtime.messages',
    },
  ],
  '0002_every_table_has_a_policy': [
    {
      statement: 'drop policy read_any_admin on public.moderation_log',
      found: 'moderation_log',
    },
  ],
  '0003_functions_fix_their_search_path': [
    {
      statement: 'alter function private.is_admin() reset search_path',
      found: 'private.is_admin()',
    },
    {
      statement: 'alter function storage.unlist_orphan() reset search_path',
      found: 'storage.unlist_orphan()',
    },
  ],
  '0004_definer_functions_are_listed': [
    {
      statement: 'alter function public.trending_threads(text, integer) security definer',
      found: 'trending_threads(text,integer)',
    },
    {
      statement:
        'alter function storage.search(text, text, integer, integer, integer, text, text, text) security definer',
      found: 'storage.search(text,text,integer,integer,integer,text,text,text)',
    },
  ],
  '0005_views_are_security_invoker': [
    {
      statement: 'create view public.everything as select * from public.reports',
      found: 'everything',
    },
  ],
  '0006_no_write_policy_is_always_true': [
    {
      statement: 'create policy insert_any on public.reports for insert to authenticated with check (true)',
      found: 'reports.insert_any',
    },
    {
      statement: 'create policy insert_any on storage.objects for insert to authenticated with check (true)',
      found: 'objects.insert_any',
    },
  ],
  '0007_policies_name_their_role': [
    {
      statement: 'create policy read_open on public.reports for select using (reporter_id is null)',
      found: 'reports.read_open',
    },
    {
      statement: "create policy read_all on realtime.messages for select using (topic = 'all')",
      found: 'messages.read_all',
    },
  ],
  '0008_policies_call_functions_once': [
    {
      statement:
        'create policy read_bare on public.reports for select to authenticated using (reporter_id = auth.uid())',
      found: 'reports.read_bare',
    },
    {
      statement:
        'create policy read_bare on storage.objects for select to authenticated using (owner = auth.uid())',
      found: 'objects.read_bare',
    },
  ],
  '0009_update_policies_have_with_check': [
    {
      statement:
        'create policy update_own on public.reports for update to authenticated using (reporter_id = (select auth.uid()))',
      found: 'reports.update_own',
    },
    {
      statement:
        'create policy update_bare on storage.objects for update to authenticated using (owner = (select auth.uid()))',
      found: 'objects.update_bare',
    },
  ],
  '0010_foreign_keys_are_indexed': [
    {
      statement: 'drop index public.notifications_actor_id_idx',
      found: 'notifications.notifications_actor_id_fkey',
    },
    {
      statement: 'drop index storage.bucketid_objname',
      found: 'storage.objects.objects_bucketId_fkey',
    },
  ],
  '0011_policy_columns_are_indexed': [
    {
      statement: 'drop index public.follows_followed_id_idx',
      found: 'follows.followed_id',
    },
  ],
  '0012_writes_are_granted_by_column': [
    {
      statement: 'grant update on public.threads to authenticated',
      found: 'threads to authenticated: UPDATE',
    },
  ],
  '0013_guests_write_only_chat_messages': [
    {
      statement: 'grant insert (bio) on public.profiles to anon',
      found: 'profiles: INSERT',
    },
  ],
  '0014_schema_private_is_closed': [
    {
      statement: 'grant usage on schema private to authenticated',
      found: 'usage by authenticated',
    },
  ],
  '0015_exposed_functions_are_granted_by_name': [
    {
      statement: 'grant execute on function public.claim_admin(text) to public',
      found: 'claim_admin(text)',
    },
  ],
  '0016_no_duplicate_index': [
    {
      statement: 'create index replies_again_idx on public.replies (thread_id, created_at, id)',
      found: 'replies_thread_list_idx = replies_again_idx',
    },
    {
      statement: 'create index sessions_again_idx on auth.sessions (not_after)',
      found: 'auth.sessions_not_after_idx = auth.sessions_again_idx',
    },
  ],
  '0017_exposed_objects_have_comments': [
    {
      statement: 'comment on table public.threads is null',
      found: 'threads',
    },
  ],
  '0018_every_table_has_a_primary_key': [
    {
      statement: 'create table public.keyless (name text)',
      found: 'keyless',
    },
    {
      statement: 'create table realtime.keyless (name text)',
      found: 'realtime.keyless',
    },
  ],
  '0019_one_policy_per_role_and_action': [
    {
      statement:
        'create policy read_also on public.bookmarks for select to authenticated using (thread_id is null)',
      found: 'public.bookmarks: read_also, read_own for SELECT by authenticated',
    },
    {
      statement:
        'create policy write_own on storage.objects for all to authenticated using ((select auth.uid()) = owner)',
      found: 'storage.objects: insert_own, write_own for INSERT by authenticated',
    },
  ],
  '0020_schema_auth_is_closed': [
    {
      statement: 'grant select on auth.users to service_role',
      found: 'auth.users: SELECT to service_role',
    },
  ],
  '0021_bucket_files_cannot_be_listed': [
    {
      statement:
        "create policy read_covers on storage.objects for select to anon using (bucket_id = 'covers')",
      found: 'read_covers',
    },
    {
      statement:
        "create policy read_content on storage.objects for select to authenticated using (bucket_id = 'content')",
      found: 'read_content',
    },
  ],
  '0022_definer_functions_for_guests_are_listed': [
    {
      statement: 'grant execute on function public.my_figures() to anon',
      found: 'my_figures()',
    },
  ],
  '0023_no_index_is_a_prefix_of_another': [
    {
      statement: 'create index replies_thread_id_idx on public.replies (thread_id)',
      found: 'replies_thread_id_idx within replies_thread_list_idx',
    },
  ],
  '0024_queues_are_taken_at_random': [
    {
      statement: `create function private.work_off() returns setof bigint language sql as
        'select o.id from private.thread_outbox o order by o.id limit 1 for update of o skip locked'`,
      found: 'private.work_off()',
    },
  ],
  '0025_queues_count_attempts': [
    {
      statement: `create function private.work_off() returns setof bigint language sql as
        'select o.id from private.thread_outbox o order by random() limit 1 for update of o skip locked'`,
      found: 'private.work_off()',
    },
  ],
  '0026_personal_data_is_exported_and_erased': [
    {
      statement: 'create table public.badges (id uuid primary key, user_id uuid references public.profiles)',
      found: 'badges.user_id: no private.export_member_…',
    },
    {
      statement: 'create table private.badges (id uuid primary key, member_id uuid)',
      found: 'private.badges.member_id: no private.erase_member_…',
    },
    {
      statement: 'drop function private.erase_member_watches(uuid)',
      found: 'watches.user_id: no private.erase_member_…',
    },
    {
      statement: 'alter table public.wiki_posts drop column edited_by cascade',
      found: 'wiki_posts.edited_by: needs no exception (erase)',
    },
  ],
  '0027_edited_columns_are_followed': [
    ...[
      'who may change it, and the version that an edit compares',
      'bounds',
      'history',
      'log',
      'search',
      'open pages',
    ].map((aspect) => ({
      statement:
        'alter table public.threads add column motto text; grant update (motto) on public.threads to authenticated',
      found: `threads.motto: ${aspect}`,
    })),
    {
      statement: 'drop trigger keep_revision on public.replies',
      found: 'replies.content: history',
    },
  ],
  '0028_row_functions_follow_their_table': [
    {
      statement: `create function private.all_threads() returns setof public.threads language sql stable
        begin atomic select t.* from public.threads t; end`,
      found: 'private.all_threads()',
    },
  ],
}

const lints = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''))

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(() => database.stop())

test('every lint has a violation that it must report, and every violation a lint', () => {
  expect(Object.keys(BREAKS).sort()).toEqual(lints.sort())
  expect(Object.values(BREAKS)).not.toContainEqual([])
})

describe.each(lints)('%s', (lint) => {
  const query = readFileSync(join(FOLDER, `${lint}.sql`), 'utf8')

  test('reports nothing on the schema', async () => {
    expect(await database.sql.unsafe(query)).toEqual([])
  })

  test.each(BREAKS[lint] ?? [])(
    'finds what was broken on purpose: $statement',
    async ({ statement, found }) => {
      await database.sql.unsafe('begin')
      try {
        await database.sql.unsafe(statement)
        const rows = (await database.sql.unsafe(query)) as unknown as { found: string }[]
        expect(rows.map((row) => row.found)).toContain(found)
      } finally {
        await database.sql.unsafe('rollback')
      }
    },
  )
})
