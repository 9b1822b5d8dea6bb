// No way to write a text past the shield: every column and function that a guest or member may write a text to is either
// judged, or listed here with the reason why not.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHOWN_COLUMNS } from '../../server/shield/shown-texts.ts'
import { startDatabase, type TestDatabase } from '../support/database.ts'

/** Only administrators may write them, or nobody but the writer and the staff reads them. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'appeals.text': 'the staff alone reads it',
  'blog_posts.*': 'administrators write articles',
  'bookmarks.note': 'its writer alone reads it',
  'category_guides.*': 'administrators write them',
  'forum_categories.*': 'administrators write them',
  'expert_profiles.*': 'administrators write them',
  'member_notes.note': 'the staff alone reads it',
  'mutes.*': 'its writer alone reads it',
  'watches.tag': 'its writer alone reads it',
  'notification_settings.*': 'its writer alone reads it',
  'push_subscriptions.*': 'nobody reads it',
  'reply_bookmarks.note': 'its writer alone reads it',
  'reports.*': 'the staff and its writer alone read it',
  'reserved_names.name': 'administrators write them',
  'sanction_reasons.*': 'administrators write them',
  'search_synonyms.*': 'administrators write them',
  'shield_rules.*': 'administrators write them',
  'site_settings.*': 'administrators write them',
  'profiles.avatar_url': 'an address of this site alone (private.guard_names)',
  'profiles.user_level': 'a word of a list',
  'reactions.reaction_type': 'a word of a list',
  'chat_reactions.kind': 'a word of a list',
  'user_roles.role': 'a word of a list',
}

let database: TestDatabase
beforeAll(async () => {
  database = await startDatabase()
})
afterAll(async () => {
  await database.stop()
})

test('each column for text that a client may write is judged, or is shown to nobody else', async () => {
  const writable = await database.sql<{ name: string; wild: string }[]>`
    select distinct c.relname || '.' || a.attname as name, c.relname || '.*' as wild
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and (t.typcategory = 'S' or t.typname in ('_text', '_varchar', 'json', 'jsonb'))
      and exists (
        select from unnest(array['anon', 'authenticated']) as role
        where has_column_privilege(role, c.oid, a.attnum, 'insert') or has_column_privilege(role, c.oid, a.attnum, 'update')
      )
    order by 1`
  const judged = new Set(
    Object.entries(SHOWN_COLUMNS).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    ),
  )
  expect(
    writable.map(({ name }) => name),
    'the premise',
  ).toEqual(expect.arrayContaining([...judged]))
  const missing = writable.filter(
    ({ name, wild }) => !judged.has(name) && NOT_SHOWN[name] === undefined && NOT_SHOWN[wild] === undefined,
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

/** Functions with a text among their parameters that write. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  answer_contact_message: 'the staff calls it; who wrote alone reads it',
  confirm_newsletter: 'a token',
  decide_appeal: 'the staff calls it; the member alone reads it',
  export_subscribers: 'the staff calls it',
  moderate_profile: 'the staff calls it',
  note_export: 'the staff calls it',
  send_contact_message: 'the staff alone reads it',
  subscribe_newsletter: 'an address',
  unsubscribe_newsletter: 'a token',
  ban_member: 'the staff calls it; the member alone reads the reason',
  claim_admin: 'a token',
  mute_chat_guest: 'the staff calls it',
  merge_thread_reads: 'ids and dates',
  sanction_member: 'the staff calls it; the member alone reads the message',
  lift_sanction: 'the staff calls it',
}

test('each function that takes a text and writes is known to show it to nobody else', async () => {
  const found = await database.sql<{ name: string }[]>`
    select distinct p.proname as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prokind = 'f'
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
      and exists (
        select from unnest(p.proargtypes) as type join pg_type t on t.oid = type
        where t.typcategory = 'S' or t.typname in ('_text', 'json', 'jsonb')
      )
    order by 1`
  expect(found.map(({ name }) => name).filter((name) => FUNCTIONS[name] === undefined)).toEqual([])
})
