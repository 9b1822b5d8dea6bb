// The admin screens' acts by callers who are not administrators: each fails with SPEC.md's message and changes nothing.
// The denied and the allowed call are the same function.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import {
  categoryEdit,
  createCategory,
  deleteCategory,
  fieldsOf,
  orderCategories,
} from '../../app/features/admin/categories/category-mutations.ts'
import {
  banMember,
  changeThreads,
  deleteMessage,
  deleteReplies,
  deleteThreads,
  editThread,
  hideReplies,
  type ThreadVersion,
} from '../../app/features/moderation/mutations.ts'
import { answerReports } from '../../app/features/moderation/queue.ts'
import { errorMessage } from '../../app/platform/acts/refusal.ts'
import { compareAndSwap, NewerVersion } from '../../app/platform/supabase/compare-and-swap.ts'
import type { Database } from '../../shared/database.types.ts'
import { NEW_CATEGORY } from '../../shared/schemas/categories.ts'
import type { Member } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

type Client = SupabaseClient<Database>

const UNAUTHORIZED = 'Unauthorized: Admin access required'
const FIELDS = { ...NEW_CATEGORY, name: 'Gold', slug: 'gold', hindiName: 'सोना' }
const WRITTEN = { title: 'A title as an admin has it', content: '<p>A text as an admin has it.</p>' }

let stage: Stage

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

beforeEach(() => setStage(stage))

const ACTS: [string, (client: Client) => Promise<unknown>][] = [
  ['locking a discussion', (client) => changeThreads(client, [idOf('thread', 'meera')], { is_locked: true })],
  [
    'moving a discussion',
    (client) => changeThreads(client, [idOf('thread', 'meera')], { category_id: idOf('category', 'empty') }),
  ],
  [
    'editing a discussion',
    async (client) => editThread(client, idOf('thread', 'meera'), await threadOfMeera(), WRITTEN),
  ],
  ['deleting a discussion', (client) => deleteThreads(client, [idOf('thread', 'meera')])],
  ['hiding a reply', (client) => hideReplies(client, [idOf('reply', 'meera')], true)],
  ['deleting a reply', (client) => deleteReplies(client, [idOf('reply', 'meera')])],
  ['deleting a chat message', (client) => deleteMessage(client, idOf('message', 'meera'))],
  ['banning a member', (client) => banMember(client, stage.ids.meera, 'For a test')],
  [
    'resolving a report',
    (client) => answerReports(client, [idOf('report', 'meera')], { state: 'resolved', resolution: null }),
  ],
  ['making a category', (client) => createCategory(client, FIELDS)],
  ['changing a category', (client) => updateCategory(client)],
  ['deleting a category', (client) => deleteCategory(client, idOf('category', 'empty'), null)],
  ['putting the categories in order', (client) => orderCategories(client, [idOf('category', 'empty')])],
]

describe.each(ACTS)('%s', (_what, act) => {
  test.each(['asha', 'banned'] as const)(
    'is refused to %s with the words of the specification',
    async (who) => {
      const before = await everything()
      await expect(act(clientOf(who))).rejects.toThrow(UNAUTHORIZED)
      expect(await everything(), 'nothing happened').toEqual(before)
    },
  )

  test('is done for an admin', async () => {
    const before = await everything()
    await act(clientOf('admin'))
    expect(await everything()).not.toEqual(before)
  })
})

test('editing a discussion that is gone says so to an admin', async () => {
  await expect(editThread(clientOf('admin'), stage.ids.asha, await threadOfMeera(), WRITTEN)).rejects.toThrow(
    'Thread not found for editing.',
  )
})

test('a category that holds discussions is deleted after they moved, and its rows are all there', async () => {
  const [full, empty] = [idOf('category', 'full'), idOf('category', 'empty')]
  await expect(deleteCategory(clientOf('admin'), full, null)).rejects.toThrow(
    'This category still has discussions. Move or delete them first.',
  )
  const [before] = await stage.sql`select count(*)::int as n from public.threads`
  await deleteCategory(clientOf('admin'), full, empty)
  const [after] = await stage.sql`
    select count(*)::int as n from public.threads where category_id = ${empty}`
  expect(after).toEqual(before)
  expect(await stage.sql`select id from public.forum_categories`).toEqual([{ id: empty }])
})

test('an edit over somebody else’s newer version changes nothing, and tells what stands there', async () => {
  const began = await threadOfMeera()
  const id = idOf('thread', 'meera')
  await editThread(clientOf('admin'), id, began, WRITTEN)
  const refusal = await editThread(clientOf('admin'), id, began, {
    ...WRITTEN,
    title: 'A later title',
  }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(NewerVersion)
  expect((refusal as NewerVersion<ThreadVersion>).version).toMatchObject(WRITTEN)
  expect(await threadOfMeera()).toMatchObject(WRITTEN)
})

/** The version of Meera's discussion that an edit starts from. */
async function threadOfMeera(): Promise<ThreadVersion> {
  const { data } = await clientOf('admin')
    .from('threads')
    .select('title, content, updated_at')
    .eq('id', idOf('thread', 'meera'))
    .single()
    .throwOnError()
  return data
}

/** Saves a category as its form does. */
async function updateCategory(client: Client): Promise<void> {
  const id = idOf('category', 'empty')
  const { data } = await clientOf('admin')
    .from('forum_categories')
    .select('*')
    .eq('id', id)
    .single()
    .throwOnError()
  await compareAndSwap({
    base: data.updated_at,
    before: null,
    mine: FIELDS,
    valuesOf: fieldsOf,
    ...categoryEdit(client, data, FIELDS),
  }).catch((error: unknown) => {
    throw new Error(errorMessage(error))
  })
}

function clientOf(who: Member): Client {
  const { server, tokens } = stage
  return createClient<Database>(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${tokens[who]}` } },
  })
}

/** All rows that the acts could change. */
async function everything() {
  const [row] = await stage.sql`
    select
      (select jsonb_agg(to_jsonb(t) order by t.id) from public.threads t) as threads,
      (select jsonb_agg(to_jsonb(r) order by r.id) from public.replies r) as replies,
      (select jsonb_agg(to_jsonb(m) order by m.id) from public.chat_messages m) as messages,
      (select jsonb_agg(p.user_level order by p.id) from public.profiles p) as levels,
      (select jsonb_agg(to_jsonb(r) order by r.id) from public.reports r) as reports,
      (select jsonb_agg(to_jsonb(c) order by c.id) from public.forum_categories c) as categories,
      (select count(*) from public.moderation_log) as log`
  return row
}
