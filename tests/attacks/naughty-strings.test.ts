// Naughty strings in every input of the wire: each writable column, each function, each parameter of a query, identity,
// names of files, channels, and the addresses of pages. Never an error of the server, never over a second.
// What is writable is asked of the database itself, so that a new table is attacked with the next run.
// It went red for a NUL in the name of a file (500) and in a page's parameter that a query reads (500).
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../policies/scene.ts'
import { bareSocket } from '../support/channels.ts'
import { type Files, openFiles } from '../support/files.ts'
import { picture } from '../support/pictures.ts'
import { probe, type Question } from '../support/probe.ts'
import { ALARM, HEAVY, junkTokens, NAMES, NAUGHTY, SCRIPTS, short } from './corpora.ts'

const MINUTES = 60_000
/** Pages render one after the other, and passwords are hashed two at a time: there, some of the strings. */
const some = (every: number, from = 0) => NAUGHTY.filter((_text, index) => index % every === from % every)

let site: Files
let grants: Grant[]
beforeAll(async () => {
  site = await openFiles()
  grants = await site.sql<Grant[]>`
    select p.table_name as "table", p.column_name as "column", p.privilege_type as privilege,
      bool_or(p.grantee = 'anon') as guest, max(c.udt_name) as type
    from information_schema.column_privileges p
    join information_schema.columns c using (table_schema, table_name, column_name)
    where p.table_schema = 'public' and p.grantee in ('anon', 'authenticated')
      and p.privilege_type in ('INSERT', 'UPDATE')
    group by 1, 2, 3 order by 1, 3, 2`
})
afterAll(() => site?.stop())
afterEach(() => {
  const failures = site.server.log().filter(({ level }) => level >= 50)
  expect(failures.slice(0, 5), 'errors in the log').toEqual([])
})

type Grant = { table: string; column: string; privilege: 'INSERT' | 'UPDATE'; guest: boolean; type: string }

const called = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text)

function rest(path: string, as: 'guest' | 'asha' | 'admin', method = 'GET', body?: unknown, headers = {}) {
  const bearer = as === 'guest' ? {} : { authorization: `Bearer ${site.tokens[as]}` }
  return fetch(`${site.server.url}/rest/v1/${path}`, {
    method,
    headers: {
      ...{ apikey: site.server.publishableKey, 'content-type': 'application/json', ...bearer },
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const readThreads = () => rest('threads?limit=1', 'guest')

/** What a row needs besides, so that the naughty column is what decides. */
function besides(table: string): Record<string, unknown> {
  const thread = idOf('thread', 'asha')
  const rows: Record<string, Record<string, unknown>> = {
    threads: {
      ...{ title: 'A sober title', content: '<p>A sober opening post.</p>', tags: ['sober'] },
      ...{ author_id: site.ids.asha, category_id: idOf('category', 'full') },
    },
    replies: { content: '<p>A sober reply.</p>', author_id: site.ids.asha, thread_id: thread },
    chat_messages: { message: 'A sober message', username: 'Night Owl', is_anonymous: true },
    reports: { profile_id: site.ids.bala, reason: 'A sober reason' },
    bookmarks: { user_id: site.ids.asha, thread_id: thread },
    reactions: { user_id: site.ids.asha, thread_id: thread, reaction_type: 'upvote' },
    follows: { follower_id: site.ids.asha, member_id: site.ids.bala },
    forum_categories: { name: 'Sober', slug: 'sober' },
    blog_posts: { title: 'Sober', slug: 'sober', category: 'IPO', content: '<p>Sober</p>' },
  }
  return rows[table] ?? {}
}

/** A value for a column of this type that says `text`. */
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
  test('there are some, or this proves nothing', () => {
    const tables = new Set(grants.map(({ table }) => table))
    expect([...tables]).toEqual(expect.arrayContaining(['threads', 'replies', 'profiles', 'chat_messages']))
    expect(grants.length).toBeGreaterThan(50)
  })

  test('takes or refuses every naughty string', { timeout: 5 * MINUTES }, async () => {
    const questions = grants.flatMap(({ table, column, privilege, guest, type }, index) =>
      [...some(17, index), ...(index % 6 === 0 ? HEAVY : [])].map((text, turn): Question => {
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

  test('takes or refuses all of them at once, with every other of its table', {
    timeout: 5 * MINUTES,
  }, async () => {
    const byWrite = Map.groupBy(grants, ({ table, privilege }) => `${privilege} ${table}`)
    const questions = [...byWrite].flatMap(([label, columns], index) =>
      [...some(9, index), ...HEAVY].map((text): Question => {
        const body = Object.fromEntries(columns.map(({ column, type }) => [column, saying(type, text)]))
        const { table, privilege } = columns[0] as Grant
        return { label: `${label}: ${called(text)}`, ask: () => write(table, privilege, 'admin', body) }
      }),
    )
    await probe(questions, readThreads)
  })

  test('of a name: what is written is what is read, or nothing is written', async () => {
    for (const name of NAMES) {
      const message = `From ${Math.random()}`
      const answer = await rest('chat_messages?select=username', 'guest', 'POST', { message, username: name })
      expect(answer.status, called(name)).toBeLessThan(500)
      const rows = await site.sql`select username from public.chat_messages where message = ${message}`
      expect(rows.length, called(name)).toBe(answer.status === 201 ? 1 : 0)
      if (rows[0]) expect(rows[0].username, called(name)).toBe(name.trim())
    }
  })
})

test('a function takes or refuses every naughty string', { timeout: 5 * MINUTES }, async () => {
  const functions = await site.sql<{ name: string; inputs: string[] }[]>`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as inputs
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.pronargs > 0 and p.proargnames is not null
      and p.prorettype <> 'trigger'::regtype
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`
  expect(functions.length).toBeGreaterThan(5)
  const questions = functions.flatMap(({ name, inputs }, index) =>
    [...some(12, index), ...HEAVY].flatMap((text): Question[] => {
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

test('a parameter of a query takes or refuses every naughty string', { timeout: 5 * MINUTES }, async () => {
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
  const header = (name: string) =>
    NAUGHTY.map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''))
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

test('identity takes or refuses every naughty string, in each field', { timeout: 5 * MINUTES }, async () => {
  const auth = (path: string, body?: unknown, token = site.tokens.asha, method?: string) =>
    fetch(`${site.server.url}/auth/v1/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...{ apikey: site.server.publishableKey, 'content-type': 'application/json' },
        authorization: `Bearer ${token}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  /** Leads nowhere but to this site, whoever is asked to. */
  const staysHere: Question['judge'] = ({ headers }) => {
    const to = headers.get('location')
    return to === null || new URL(to, site.server.url).origin === site.server.url ? null : `leads to ${to}`
  }
  const one = (label: string, path: string, body?: unknown, method?: string): Question => ({
    label,
    ask: () => auth(path, body, undefined, method),
    judge: staysHere,
  })
  const cheap = some(2).flatMap((text) => {
    const q = encodeURIComponent(short(text))
    const what = called(text)
    return [
      one(`refresh_token ${what}`, 'token?grant_type=refresh_token', { refresh_token: text }),
      one(`auth_code ${what}`, 'token?grant_type=pkce', { auth_code: text, code_verifier: text }),
      one(`grant_type ${what}`, `token?grant_type=${q}`, { email: text, password: text }),
      one(`recover ${what}`, 'recover', { email: text, code_challenge: text, code_challenge_method: text }),
      one(`otp ${what}`, 'otp', { email: text, phone: text, channel: text, create_user: false }),
      one(`verify ${what}`, 'verify', { type: text, email: text, token: text, token_hash: text }),
      one(`verify link ${what}`, `verify?type=recovery&token=${q}&redirect_to=${q}`),
      one(`resend ${what}`, 'resend', { type: text, email: text }),
      one(`authorize ${what}`, `authorize?provider=${q}&redirect_to=${q}&scopes=${q}`),
      one(`callback ${what}`, `callback?code=${q}&state=${q}&error=${q}&error_description=${q}`),
      one(`factor ${what}`, 'factors', { factor_type: text, friendly_name: text, issuer: text }),
      one(`factor id ${what}`, `factors/${q}/verify`, { code: text, challenge_id: text }),
      one(`user data ${what}`, 'user', { data: { [text]: text, full_name: text } }, 'PUT'),
      one(`admin ${what}`, `admin/users/${q}`),
    ]
  })
  const dear = some(12).flatMap((text, index) => [
    one(`signup ${called(text)}`, 'signup', {
      email: `naughty-${index}@example.com`,
      password: text,
      data: { username: text, full_name: text, avatar_url: text },
    }),
    one(`password ${called(text)}`, 'token?grant_type=password', {
      email: 'asha@example.com',
      password: text,
    }),
    one(`e-mail ${called(text)}`, 'token?grant_type=password', { email: text, password: 'plum sky harbour' }),
  ])
  await probe([...cheap, ...dear], () => auth('health'))
})

test('no junk is a token, at any door', { timeout: 5 * MINUTES }, async () => {
  const printable = junkTokens(site.tokens.asha).filter((token) => /^[\x21-\x7e]+$/.test(token))
  const doors = ['rest/v1/bookmarks?limit=1', 'auth/v1/user', 'storage/v1/bucket', 'rest/v1/rpc/is_admin']
  const questions = printable.flatMap((token, index): Question[] => {
    const path = doors[index % doors.length] ?? ''
    const headers = { apikey: site.server.publishableKey, authorization: `Bearer ${token}` }
    return [
      {
        label: `${path} ${token.slice(0, 200)}`,
        ask: () => fetch(`${site.server.url}/${path}`, { headers }),
        judge: ({ status }) => (status >= 400 ? null : `answered ${status}`),
      },
    ]
  })
  await probe(questions, readThreads)
  const real = await rest('bookmarks?limit=1', 'asha')
  expect(real.status, 'the real one is believed').toBe(200)
})

test('the name of a file or a bucket takes or refuses every naughty string', {
  timeout: 5 * MINUTES,
}, async () => {
  const png = new Uint8Array(await picture('png'))
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: unknown, as: 'asha' | 'service' = 'asha') =>
    site.ask(path, { as, method: 'POST', body: JSON.stringify(body), headers: json })
  const questions = NAUGHTY.flatMap((text, index): Question[] => {
    const q = encodeURIComponent(short(text))
    const what = called(text)
    const often: Question[] = [
      { label: `read ${what}`, ask: () => site.ask(`object/public/content/${q}`) },
      { label: `bucket ${what}`, ask: () => site.ask(`object/public/${q}/x.png`) },
      { label: `info ${what}`, ask: () => site.ask(`object/info/content/${q}`, { as: 'asha' }) },
      { label: `token ${what}`, ask: () => site.ask(`object/sign/content/x?token=${q}`) },
    ]
    if (index % 3 > 0) return often
    return [
      ...often,
      {
        label: `list ${what}`,
        ask: () =>
          post('object/list/content', { prefix: text, search: text, sortBy: { column: text, order: text } }),
      },
      {
        label: `move ${what}`,
        ask: () => post('object/move', { bucketId: 'content', sourceKey: text, destinationKey: text }),
      },
      { label: `sign ${what}`, ask: () => post(`object/sign/content/${q}`, { expiresIn: 60 }) },
      { label: `make bucket ${what}`, ask: () => post('bucket', { id: text, name: text }, 'service') },
      {
        label: `upload ${what}`,
        ask: () =>
          site.ask(`object/content/${site.ids.asha}/${q}`, {
            ...{ as: 'asha', method: 'POST', body: png, headers: { 'content-type': 'image/png' } },
          }),
      },
      {
        label: `type ${what}`,
        ask: () =>
          site.ask(`object/content/${site.ids.asha}/typed-${index}.png`, {
            ...{ as: 'asha', method: 'POST', body: png },
            headers: { 'content-type': text.replaceAll(/[^\x20-\x7e]/g, '') || 'x' },
          }),
      },
    ]
  })
  await probe(questions, () => site.ask('object/public/content/nothing.png'))
})

test('a channel takes or refuses every naughty string, and the socket stays', {
  timeout: 2 * MINUTES,
}, async () => {
  const bare = await bareSocket(site.server)
  for (const [index, text] of NAUGHTY.entries()) {
    const topic = `realtime:${text}`
    const change = { event: text, schema: text, table: text, filter: `${text}=eq.${text}` }
    const own = { event: '*', schema: 'public', table: 'threads', filter: `title=eq.${text}`, select: [text] }
    const config = { presence: { key: text, enabled: true }, postgres_changes: index % 2 ? [change] : [own] }
    bare.say(`${index}`, `join ${index}`, topic, 'phx_join', { config })
    bare.say(`${index}`, null, topic, 'broadcast', {
      type: 'broadcast',
      event: text,
      payload: { [text]: text },
    })
    bare.say(`${index}`, null, topic, 'presence', {
      type: 'presence',
      event: 'track',
      payload: { [text]: text },
    })
    bare.say(`${index}`, null, topic, text, { [text]: text })
    bare.say(`${index}`, `leave ${index}`, topic, 'phx_leave', {})
    // A socket has only so many messages waiting.
    if (index % 20 > 0) continue
    bare.say(null, `beat ${index}`, 'phoenix', 'heartbeat')
    expect(await bare.answer(`beat ${index}`)).toEqual({ status: 'ok', response: {} })
  }
  bare.say(null, 'still', 'phoenix', 'heartbeat')
  expect(await bare.answer('still')).toEqual({ status: 'ok', response: {} })
  bare.socket.close()
})

test('a page answers to every naughty address, and shows none of it as markup', {
  timeout: 5 * MINUTES,
}, async () => {
  const addresses = [
    (text: string) => `/${text}`,
    (text: string) => `/forums/${text}`,
    (text: string) => `/forums/full/${text}`,
    (text: string) => `/forums/full?page=${text}&show=${text}&sort=${text}`,
    (text: string) => `/?tab=${text}`,
    (text: string) => `/blog/${text}`,
    (text: string) => `/blog?topic=${text}&q=${text}&page=${text}`,
    (text: string) => `/experts/${text}`,
    (text: string) => `/experts?sort=${text}&speciality=${text}`,
    (text: string) => `/trending?frame=${text}&category=${text}`,
    (text: string) => `/tags/${text}`,
    (text: string) => `/search?q=${text}&page=${text}`,
    (text: string) => `/signin?next=${text}`,
    (text: string) => `/admin/claim?token=${text}`,
    (text: string) => `/thread/${text}`,
    (text: string) => `/forums/thread/${text}`,
    (text: string) => `/forums/full.data?page=${text}&_routes=${text}`,
    (text: string) => `/assets/${text}`,
    (text: string) => `/og/${text}.png`,
  ]
  const markup = new RegExp(`<(script|img|svg|iframe|body|input)[^>&]{0,40}${ALARM}`, 'i')
  const questions = addresses.flatMap((address, index) =>
    [...some(20, index), ...SCRIPTS.filter((_text, at) => at % 5 === index % 5)].map((text): Question => {
      const path = address(encodeURIComponent(short(text, 1_000)))
      return {
        label: path.slice(0, 160),
        ask: () => fetch(`${site.server.url}${path}`, { redirect: 'manual' }),
        judge: ({ text: html, headers }) => {
          if (markup.test(html)) return `has ${markup.exec(html)?.[0]}`
          const to = headers.get('location')
          const leaves = to !== null && new URL(to, site.server.url).origin !== site.server.url
          return leaves ? `leads to ${to}` : null
        },
      }
    }),
  )
  await probe(questions, () => fetch(`${site.server.url}/forums`))
})
