// The background jobs' role may call the functions of jobs and nothing else: it has no table, and no token grants it
// (tests/attacks/auth-operator-tokens.test.ts).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
})

afterAll(() => database.stop())

test('it may not log in, bypasses no row security, creates nothing and is nobody else', async () => {
  const rows = await database.sql`
    select r.rolcanlogin, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolinherit,
      (select count(*)::int from pg_auth_members m where m.member = r.oid) as others,
      array(select m.member::regrole::text from pg_auth_members m where m.roleid = r.oid order by 1) as members,
      (select count(*)::int from pg_namespace n where has_schema_privilege(r.oid, n.oid, 'create')) as creates_in
    from pg_roles r where r.rolname = 'site_jobs'`
  expect(rows).toEqual([
    {
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolinherit: false,
      others: 0,
      members: ['authenticator'],
      creates_in: 0,
    },
  ])
})

test('it may touch no table, view or sequence', async () => {
  const open = await database.sql`
    select c.oid::regclass::text as relation, p.privilege
    from pg_class c
    cross join (values ('select'), ('insert'), ('update'), ('references')) as p (privilege)
    where c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_table_privilege('site_jobs', c.oid, p.privilege) or has_any_column_privilege('site_jobs', c.oid, p.privilege))
    union all
    select c.oid::regclass::text, 'delete'
    from pg_class c
    where c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege('site_jobs', c.oid, 'delete, truncate, trigger')
    union all
    select c.oid::regclass::text, 'usage'
    from pg_class c
    where case when c.relkind = 'S' then has_sequence_privilege('site_jobs', c.oid, 'usage, select, update') else false end`
  expect(open).toEqual([])
  await expect(
    database.sql.begin(async (sql) => {
      await sql`set local role site_jobs`
      await sql`select from public.profiles`
    }),
  ).rejects.toMatchObject({ code: '42501' })
})

test('it may call the functions of jobs and no other of ours', async () => {
  const callable = await database.sql<{ name: string }[]>`
    select p.pronamespace::regnamespace || '.' || p.proname as name
    from pg_proc p
    where p.pronamespace::regnamespace::text in ('auth', 'platform', 'private', 'public', 'realtime', 'storage')
      and p.prorettype <> 'trigger'::regtype
      and has_schema_privilege('site_jobs', p.pronamespace, 'usage') and has_function_privilege('site_jobs', p.oid, 'execute')
      -- What each statement may ask about its own caller.
      and p.oid::regprocedure::text not in ('auth.uid()', 'auth.role()', 'auth.jwt()', 'auth.email()')
    order by 1`
  expect(callable.map(({ name }) => name)).toEqual([
    'auth.queue_mail',
    'auth.take_backup_news',
    'private.count_guest_views',
    'private.delete_expired_chat',
    'private.delete_old_contact_messages',
    'private.delete_old_data_exports',
    'private.delete_old_mail_refusals',
    'private.delete_old_newsletter_addresses',
    'private.delete_old_reports',
    'private.delete_old_sanctions',
    'private.delete_old_sealed_posts',
    'private.delete_old_thread_days',
    'private.delete_old_thread_reads',
    'private.delete_old_write_counts',
    'private.delete_sent_pushes',
    'private.delete_unused_pictures',
    'private.drop_abandoned_import',
    'private.erase_accounts',
    'private.erase_closed_accounts',
    'private.finish_push',
    'private.flush_thread_views',
    'private.fold_thread_days',
    'private.fold_view_counts',
    'private.forget_queue_failures',
    'private.notify_followers',
    'private.notify_of_new_threads',
    'private.notify_of_replies',
    'private.personal_data',
    'private.process_pending_threads',
    'private.prune_changes',
    'private.prune_notifications',
    'private.publish_due_articles',
    'private.send_reminders',
    'private.store_daily_posts',
    'private.store_data_export',
    'private.take_contact_answers',
    'private.take_contact_messages',
    'private.take_data_export',
    'private.take_digests',
    'private.take_moderation_mails',
    'private.take_newsletter_readers',
    'private.take_notification_mails',
    'private.take_pushes',
    'private.take_ready_exports',
    'private.take_subscriptions',
    'realtime.prune_changes',
  ])
})

test('each of them runs as its owner, with names of its own', async () => {
  const rows = await database.sql`
    select p.oid::regprocedure::text as routine
    from pg_proc p
    where p.pronamespace::regnamespace::text in ('auth', 'private', 'realtime')
      and exists (select from aclexplode(p.proacl) a where a.grantee = 'site_jobs'::regrole)
      and not (p.prosecdef and exists (select from unnest(p.proconfig) as c where c like 'search_path=%'))`
  expect(rows).toEqual([])
})
