// The automatic effects of reports: they hide what several trusted members reported, and never overrule an
// administrator.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const NAMES = ['asha', 'bala', 'chitra', 'devi', 'esha', 'farid', 'gita', 'latha'] as const
type Name = (typeof NAMES)[number]
const ids = Object.fromEntries(
  NAMES.map((name, index) => [name, `a0000000-0000-4000-8000-00000000000${index}`]),
) as Record<Name, string>
const REPORTERS = ['bala', 'chitra', 'devi'] as const

let database: TestDatabase
let category: string
let titles = 0

beforeAll(async () => {
  database = await startDatabase()
  const { sql } = database
  for (const name of NAMES) {
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${ids[name]}, ${`${name}@example.com`}, now(), ${sql.json({ username: name })})`
  }
  await sql`insert into public.user_roles (user_id, role) values (${ids.latha}, 'admin')`
  const [row] =
    await sql`insert into public.forum_categories (name, slug) values ('IPOs', 'ipos') returning id`
  category = row?.id as string
})

afterAll(() => database.stop())

beforeEach(async () => {
  const { sql } = database
  await sql`select private.configure(null, false)`
  await sql`delete from public.reports`
  await sql`update public.site_settings set auto_moderation = true`
  await trust({ days: 40, reputation: 5 })
})

/** Ages and reputations that the members have earned. */
const trust = ({ days, reputation }: { days: number; reputation: number }) => database.sql`
  update public.profiles set user_level = 'Regular', reputation = ${reputation},
    created_at = now() - make_interval(days => ${days})`

function as<T>(name: Name, statement: (sql: Sql) => Promise<T>): Promise<T> {
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: ids[name], role: 'authenticated' })}, true)`
    return statement(work)
  }) as Promise<T>
}

async function start(name: Name = 'asha'): Promise<string> {
  const reputation = await database.sql`select id, reputation from public.profiles`
  const [row] = await as(
    name,
    (work) => work<{ id: string }[]>`insert into public.threads (title, content, author_id, category_id)
      values (${`A question about anchors ${++titles}`}, '<p>What does the list tell?</p>', ${ids[name]}, ${category})
      returning id`,
  )
  for (const one of reputation)
    await database.sql`update public.profiles set reputation = ${one.reputation} where id = ${one.id}`
  return row?.id ?? ''
}

const report = (name: Name, thread: string) =>
  as(
    name,
    (work) => work`insert into public.reports (thread_id, reason) values (${thread}, 'Looks like a tip')`,
  )
async function reported(thread: string, names: readonly Name[] = REPORTERS): Promise<boolean> {
  for (const name of names) await report(name, thread)
  const [row] = await database.sql`select is_hidden from public.threads where id = ${thread}`
  return row?.is_hidden as boolean
}

describe('three reports', () => {
  test('of trusted members hide a discussion at the third one, and the log says why', async () => {
    const id = await start()
    expect(await reported(id, ['bala', 'chitra'])).toBe(false)
    expect(await reported(id, ['devi'])).toBe(true)
    expect(
      await database.sql`select actor_id, action, target_label, reason from public.moderation_log where target_id = ${id}`,
    ).toEqual([
      {
        actor_id: null,
        action: 'hide',
        target_label: `A question about anchors ${titles}`,
        reason: 'Reported by three members',
      },
    ])
  })

  test('of trusted members hide a reply', async () => {
    const id = await start()
    const [answer] = await as(
      'asha',
      (work) => work<{ id: string }[]>`insert into public.replies (thread_id, author_id, content)
        values (${id}, ${ids.asha}, '<p>Send me your number</p>') returning id`,
    )
    await trust({ days: 40, reputation: 5 })
    for (const name of REPORTERS)
      await as(
        name,
        (work) => work`insert into public.reports (reply_id, reason) values (${answer?.id ?? ''}, 'Spam')`,
      )
    expect(
      await database.sql`select from public.replies where id = ${answer?.id ?? ''} and is_hidden`,
    ).toHaveLength(1)
  })

  test('hide nothing while auto moderation is off', async () => {
    await database.sql`update public.site_settings set auto_moderation = false`
    expect(await reported(await start())).toBe(false)
  })
})

describe('throw-away accounts', () => {
  test.each([
    ['minutes old, however reputed', { days: 0, reputation: 100 }],
    ['two days old', { days: 2, reputation: 5 }],
    ['a week old that never wrote', { days: 7, reputation: 0 }],
  ])('%s hide nothing, in whatever number; administrators read every report', async (_who, shown) => {
    const id = await start()
    await trust(shown)
    expect(await reported(id, ['bala', 'chitra', 'devi', 'esha', 'farid', 'gita'])).toBe(false)
    expect(await database.sql`select from public.reports where state = 'open'`).toHaveLength(6)
  })

  test('that are a month old count half', async () => {
    const id = await start()
    await trust({ days: 40, reputation: 0 })
    expect(await reported(id, ['bala', 'chitra', 'devi', 'esha', 'farid'])).toBe(false)
    expect(await reported(id, ['gita'])).toBe(true)
  })

  test('whose reports are mostly dismissed do not count', async () => {
    const before = [await start(), await start(), await start()]
    for (const id of before) await report('bala', id)
    await as('latha', (work) => work`update public.reports set state = 'dismissed'`)
    const id = await start()
    expect(await reported(id)).toBe(false)
    expect(await reported(id, ['esha'])).toBe(true)
  })

  test('that are banned do not count', async () => {
    const id = await start()
    expect(await reported(id, ['bala', 'chitra'])).toBe(false)
    await database.sql`update public.profiles set user_level = 'Banned' where id = ${ids.bala}`
    expect(await reported(id, ['devi'])).toBe(false)
  })
})

describe('a post that an administrator', () => {
  test('wrote is not hidden by reports', async () => {
    expect(await reported(await start('latha'))).toBe(false)
  })

  test('cleared of reports stays, until its text changes', async () => {
    const id = await start()
    await report('bala', id)
    await as(
      'latha',
      (work) => work`update public.reports set state = 'dismissed', resolution = 'Within the rules'`,
    )
    expect(await reported(id, ['chitra', 'devi', 'esha'])).toBe(false)
    await as(
      'asha',
      (work) => work`update public.threads set content = '<p>Now a sure tip, call me.</p>' where id = ${id}`,
    )
    expect(await reported(id, ['farid'])).toBe(true)
  })

  test('showed again stays', async () => {
    const id = await start()
    expect(await reported(id)).toBe(true)
    await as('latha', (work) => work`update public.threads set is_hidden = false where id = ${id}`)
    expect(await reported(id, ['esha', 'farid', 'gita'])).toBe(false)
  })
})
