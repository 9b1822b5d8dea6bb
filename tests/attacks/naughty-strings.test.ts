// Naughty strings in every input of the tables: each writable column, each function, each query parameter
// (naughty-doors.test.ts has the rest). No server error, and no answer slower than a second. The writable columns are
// read from the database, so a new table is covered at once.
import { beforeAll, describe, expect, test } from 'vitest'
import { withFewMarks } from '../../shared/stacked-marks.ts'
import { idOf } from '../policies/scene.ts'
import { probe, type Question } from '../support/probe.ts'
import { HEAVY, NAMES, short } from './corpora.ts'
import { attackSite, called, MINUTES, part, readThreads, rest, site, some } from './naughty-site.ts'

attackSite()

type Grant = { table: string; column: string; privilege: 'INSERT' | 'UPDATE'; guest: boolean; type: string }

let grants: Grant[]
beforeAll(async () => {
  grants = await site.sql<Grant[]>`
    select p.table_name as "table", p.column_name as "column", p.privilege_type as privilege,
      bool_or(p.grantee = 'anon') as guest, max(c.udt_name) as type
    from information_schema.column_privileges p
    join information_schema.columns c using (table_schema, table_name, column_name)
    where p.table_schema = 'public' and p.grantee in ('anon', 'authenticated')
      and p.privilege_type in ('INSERT', 'UPDATE')
    group by 1, 2, 3 order by 1, 3, 2`
})

/** The other required columns, with valid values, so that only the naughty column decides the outcome. */
function besides(table: string): Record<string, unknown> {
  const thread = idOf('thread', 'asha')
  const rows: Record<string, Record<string, unknown>> = {
    threads: {
      title: 'A sober title',
      content: '<p>A sober opening post.</p>',
      tags: ['sober'],
      author_id: site.ids.asha,
      category_id: idOf('category', 'full'),
    },
    replies: { content: '<p>A sober reply.</p>', author_id: site.ids.asha, thread_id: thread },
    chat_messages: { message: 'A sober message', username: 'Night Owl', is_anonymous: true },
    chat_reactions: { user_id: site.ids.asha, message_id: idOf('message', 'bala'), kind: 'idea' },
    reports: { profile_id: site.ids.bala, reason: 'A sober reason' },
    bookmarks: { user_id: site.ids.asha, thread_id: thread },
    reply_bookmarks: { user_id: site.ids.asha, reply_id: idOf('reply', 'asha') },
    mutes: { user_id: site.ids.asha, word: 'sober' },
    watches: { user_id: site.ids.asha, tag: 'sober' },
    thread_reads: { user_id: site.ids.asha, thread_id: thread, read_until: '2026-01-01' },
    category_reads: {
      user_id: site.ids.asha,
      category_id: idOf('category', 'empty'),
      read_until: '2026-01-01',
    },
    reactions: { user_id: site.ids.asha, thread_id: thread, reaction_type: 'upvote' },
    follows: { follower_id: site.ids.asha, member_id: site.ids.bala },
    forum_categories: { name: 'Sober', slug: 'sober' },
    blog_posts: { title: 'Sober', slug: 'sober', category: 'IPO', content: '<p>Sober</p>' },
  }
  return rows[table] ?? {}
}

/** A value of this column type that contains `text`. */
function saying(type: string, text: string): unknown {
  if (type.startsWith('_')) return [text]
  return type === 'json' || type === 'jsonb' ? { [text]: text } : text
}

function write(table: string, privilege: Grant['privilege'], as: 'guest' | 'asha' | 'admin', body: object) {
  return privilege === 'INSERT'
    ? rest(table, as, 'POST', { ...besides(table), ...body })
    : rest(table, as, 'PATCH', body)
}

describe('a writable column', () => {
  test('the premise: there are writable columns', () => {
    const tables = new Set(grants.map(({ table }) => table))
    expect([...tables]).toEqual(expect.arrayContaining(['threads', 'replies', 'profiles', 'chat_messages']))
    expect(grants.length).toBeGreaterThan(50)
  })

  test('accepts or refuses every naughty string', { timeout: 5 * MINUTES }, async () => {
    const questions = grants.flatMap(({ table, column, privilege, guest, type }, index) =>
      [...some(17, index), ...part(HEAVY, 6, index)].map((text, turn): Question => {
        const actors = ['asha', 'admin', ...(guest ? ['guest'] : [])] as const
        const as = actors[turn % actors.length] as 'guest' | 'asha' | 'admin'
        return {
          label: `${privilege} ${table}.${column} as ${as}: ${called(text)}`,
          ask: () => write(table, privilege, as, { [column]: saying(type, text) }),
        }
      }),
    )
    const statuses = await probe(questions, readThreads)
    expect(statuses.get(201), 'some were taken').toBeGreaterThan(0)
  })

  test('accepts or refuses all of them at once, together with every other column of its table', {
    timeout: 5 * MINUTES,
  }, async () => {
    const byWrite = Map.groupBy(grants, ({ table, privilege }) => `${privilege} ${table}`)
    const questions = [...byWrite].flatMap(([label, columns], index) =>
      [...some(9, index), ...part(HEAVY, 1, index)].map((text): Question => {
        const body = Object.fromEntries(columns.map(({ column, type }) => [column, saying(type, text)]))
        const { table, privilege } = columns[0] as Grant
        return { label: `${label}: ${called(text)}`, ask: () => write(table, privilege, 'admin', body) }
      }),
    )
    await probe(questions, readThreads)
  })

  test('of a name stores exactly the written text, with few marks on a letter, or nothing', async () => {
    for (const name of NAMES) {
      const message = `From ${Math.random()}`
      const answer = await rest('chat_messages?select=username', 'guest', 'POST', { message, username: name })
      expect(answer.status, called(name)).toBeLessThan(500)
      const rows = await site.sql`select username from public.chat_messages where message = ${message}`
      expect(rows.length, called(name)).toBe(answer.status === 201 ? 1 : 0)
      if (rows[0]) expect(rows[0].username, called(name)).toBe(withFewMarks(name.trim()))
    }
  })
})

test('a function accepts or refuses every naughty string', { timeout: 5 * MINUTES }, async () => {
  const functions = await site.sql<{ name: string; inputs: string[] }[]>`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as inputs
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.pronargs > 0 and p.proargnames is not null
      and p.prorettype <> 'trigger'::regtype
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`
  expect(functions.length).toBeGreaterThan(5)
  const questions = functions.flatMap(({ name, inputs }, index) =>
    [...some(12, index), ...part(HEAVY, 1, index)].flatMap((text): Question[] => {
      const body = Object.fromEntries(inputs.map((input) => [input, text]))
      const query = new URLSearchParams(inputs.map((input) => [input, short(text, 2_000)])).toString()
      return [
        { label: `rpc/${name}: ${called(text)}`, ask: () => rest(`rpc/${name}`, 'asha', 'POST', body) },
        { label: `rpc/${name} read: ${called(text)}`, ask: () => rest(`rpc/${name}?${query}`, 'guest') },
      ]
    }),
  )
  await probe(questions, readThreads)
})

test('a query parameter accepts or refuses every naughty string', { timeout: 5 * MINUTES }, async () => {
  const readable = await site.sql<{ table: string; column: string }[]>`
    select c.relname as "table", min(a.attname) as "column"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'text'::regtype
    where n.nspname = 'public' and c.relkind in ('r', 'v') and has_table_privilege('authenticated', c.oid, 'select')
    group by 1`
  const shapes = [
    (text: string, column: string) => `${column}=eq.${text}`,
    (text: string, column: string) => `${column}=ilike.*${text}*`,
    (text: string, column: string) => `${column}=in.(${text})`,
    (text: string, column: string) => `${column}=not.fts.${text}`,
    (text: string, column: string) => `or=(${column}.eq.${text},id.is.null)`,
    (text: string) => `${text}=eq.1`,
    (text: string) => `select=${text}`,
    (text: string) => `order=${text}`,
    (text: string) => `limit=${text}`,
    (text: string) => `offset=${text}`,
    (text: string) => `id=${text}`,
    (text: string) => `columns=${text}`,
    (text: string) => `on_conflict=${text}`,
  ]
  const questions = readable.flatMap(({ table, column }, which) =>
    shapes.flatMap((shape, index) =>
      some(readable.length * 2, which * 2 + index).map((text): Question => {
        const query = shape(encodeURIComponent(short(text)), column)
        return { label: `${table}?${query.slice(0, 120)}`, ask: () => rest(`${table}?${query}`, 'asha') }
      }),
    ),
  )
  const header = (name: string, index: number) =>
    some(1, index)
      .map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''))
      .filter((text) => text.trim() !== '')
      .map(
        (text): Question => ({
          label: `${name}: ${text}`,
          ask: () => rest('threads?limit=1', 'guest', 'GET', undefined, { [name]: text }),
        }),
      )
  const headers = [
    'prefer',
    'range',
    'accept',
    'accept-profile',
    'content-type',
    'if-none-match',
    'x-client-info',
  ]
  await probe([...questions, ...headers.flatMap(header)], readThreads)
})
