// What damaged and hostile dumps do, and what is left of an import that did not end.
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discourseBackup, discourseDump } from '../../tests/support/forum-dumps.ts'
import { type Importing, startImporting } from '../../tests/support/importing.ts'
import { deleteOldReports } from './reports.ts'
import { csv } from './sources/csv.ts'
import { discourse } from './sources/discourse.ts'
import { nodebb } from './sources/nodebb.ts'

const DAY_MS = 24 * 3_600_000

let importing: Importing
let sql: Importing['sql']
let folder: string
let load: Importing['load']
let write: Importing['write']
let wrongCounts: Importing['wrongCounts']

beforeAll(async () => {
  importing = await startImporting()
  ;({ sql, folder, load, write, wrongCounts } = importing)
})
afterAll(() => importing.stop())

test('an email address and an unverified account give nobody the posts of another', async () => {
  await sql`
    insert into auth.users (email, email_confirmed_at) values ('first@example.com', now())`
  const tables = join(folder, 'collisions')
  mkdirSync(tables)
  writeFileSync(
    join(tables, 'members.csv'),
    'id,username,email\nx1,nila,First@example.com\nx2,arjun,same@example.com\nx3,bhima,SAME@example.com\n',
  )
  writeFileSync(
    join(tables, 'threads.csv'),
    'id,author,title,content\nx1,x1,Posts of the first one,They stay with their author.\n',
  )
  const { added, report } = await load(csv, tables)
  expect(added).toMatchObject({ member: 3, thread: 1 })
  expect(report.filter((line) => /another account/.test(line)).map((line) => line.slice(0, 9))).toEqual([
    'member x1',
    'member x3',
  ])
  const accounts = await sql`
    select p.username, u.email, p.total_posts as posts from public.profiles p join auth.users u on u.id = p.id
    where p.username in ('nila', 'arjun', 'bhima') order by 1`
  expect(accounts).toEqual([
    { username: 'arjun', email: 'same@example.com', posts: 0 },
    { username: 'bhima', email: null, posts: 0 },
    { username: 'nila', email: null, posts: 1 },
  ])
})

test('a damaged backup loses its own rows, and nothing else', async () => {
  const deep = '> '.repeat(5_000)
  const post = (id: number, place: number, raw: string, date = '2020-01-01 00:00:00') =>
    `${id}\t901\t${900}\t${place}\t${raw}\t${date}\t${date}\t\\N\t\\N\tf\t1`
  const dump = [
    'COPY public.users (id, username, created_at, active) FROM stdin;',
    `901\t${'x'.repeat(9 * 1024 * 1024)}\t2020-01-01 00:00:00\tt`,
    "902\t'; drop table public.threads; --\t2020-01-01 00:00:00\tt",
    'one\tnobody\t2020-01-01 00:00:00\tt',
    '903\t\\000\\xff\t2020-01-01 00:00:00\tt',
    '\\.',
    'DELETE FROM public.threads; \\! touch owned',
    'COPY public.topics (id, title, category_id, user_id, created_at, deleted_at, archetype, visible, views) FROM stdin;',
    '900\tNaughty <b>texts</b> \u202eturned\t\\N\t902\t2020-01-01 00:00:00\t\\N\tregular\tt\t-5',
    '\\.',
    'COPY public.posts (id, user_id, topic_id, post_number, raw, created_at, updated_at, reply_to_post_number, deleted_at, hidden, post_type) FROM stdin;',
    post(
      9001,
      1,
      'The first <img src=x onerror=alert(1)> [go](javascript:alert(1)) <a href="//evil.example">x</a>',
    ),
    post(9002, 2, deep),
    post(9003, 3, '<div>'.repeat(2_000)),
    post(9004, 4, 'x'.repeat(300_000)),
    post(9005, 5, 'In the year of the flood', '99999-13-45 00:00:00'),
    post(9006, 6, '![](upload://../../../etc/passwd) ![](/uploads/../../secret.png) ok'),
    post(9007, 7, 'Half a row').split('\t').slice(0, 5).join('\t'),
    post(9008, 8, 'The last one'),
    '\\.',
    '',
  ].join('\n')
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const file = write(
    'naughty.tar.gz',
    await discourseBackup(Buffer.from(dump), {
      '../../uploads/../../escaped.png': Buffer.from('no picture'),
      'uploads/huge.png': Buffer.alloc(11 * 1024 * 1024),
      'uploads/bomb.gz': bomb,
      '../escaped.txt': Buffer.from('x'),
    }),
  )
  const before = await sql`select count(*)::int as threads from public.threads`
  const { added, report } = await load(discourse, file)
  expect(added).toMatchObject({ thread: 1, reply: 5 })
  const lines = report.join('\n')
  expect(lines).toMatch(/^line 2: Longer than 8 MiB$/m)
  expect(lines).toMatch(/^users one: Its id is no number$/m)
  expect(lines).toMatch(/^posts 9007: It has not the columns of its table$/m)
  expect(lines).toMatch(/^reply 9002: Text kept as plain text/m)
  expect(lines).toMatch(/^reply 9003: Text shorter than 2 characters: a line was added$/m)
  expect(lines).toMatch(/^reply 9004: Text longer than 20000 characters: cut/m)
  expect(lines).toMatch(/^reply 9005: Refused: .*is no date/m)
  expect(lines).toMatch(/^upload uploads\/huge.png: Larger than 10 MiB$/m)
  const [thread] =
    await sql`select title, content, view_count from public.threads where title like 'Naughty%'`
  expect(thread?.title).toBe('Naughty <b>texts</b> turned')
  expect(thread?.view_count).toBe(0)
  expect(thread?.content).not.toMatch(/onerror|javascript|evil\.example"/)
  expect(await sql`select count(*)::int as threads from public.threads`).toEqual([
    { threads: before[0]?.threads + 1 },
  ])
  expect([
    existsSync(join(folder, 'escaped.png')),
    existsSync('owned'),
    existsSync(join(folder, '../escaped.txt')),
  ]).toEqual([false, false, false])
  expect(await wrongCounts()).toEqual([])
}, 60_000)

test.each([
  ['no archive', discourse, Buffer.from('nothing'), /cannot be read: incorrect header check/],
  ['an archive that is cut off', discourse, null, /cannot be read|has no dump/],
  ['an archive without a dump', discourse, gzipSync(Buffer.alloc(1024)), /has no dump\.sql\.gz/],
  ['a text of something else', nodebb, Buffer.from('hello\n{"a":1}\n'), /no objects of NodeBB/],
])('%s is refused in one line', async (name, source, content, message) => {
  const whole = await discourseBackup(discourseDump(), {})
  const file = write(`${name}.tar.gz`, content ?? whole.subarray(0, whole.length / 3))
  await expect(load(source, file)).rejects.toThrow(message)
})

test('data of an import that was not finished is deleted after 30 days', async () => {
  const dropped = async () =>
    (await sql<{ done: number }[]>`select private.drop_abandoned_import()::int as done`)[0]?.done
  const isThere = async () =>
    (await sql<{ there: boolean }[]>`select to_regclass('private.import_rows') is not null as there`)[0]
      ?.there
  // The state that a truncated file leaves.
  expect(await isThere()).toBe(true)
  expect(await dropped()).toBe(0)
  await sql.unsafe(
    `comment on table private.import_rows is '${new Date(Date.now() - 31 * DAY_MS).toISOString()}'`,
  )
  const running = await sql.reserve()
  await running`select pg_advisory_lock(718201131)`
  expect(await dropped()).toBe(0)
  await running`select pg_advisory_unlock(718201131)`
  running.release()
  expect([await isThere(), await dropped(), await isThere()]).toEqual([true, 1, false])
  expect(await dropped()).toBe(0)
})

test('the report of an import, and uploads that were not used, are deleted after 30 days', async () => {
  const imports = join(folder, 'imports')
  rmSync(imports, { recursive: true })
  expect(await deleteOldReports(folder)).toBe(0)
  mkdirSync(join(imports, 'discourse-files'), { recursive: true })
  writeFileSync(join(imports, 'discourse-files/kept'), '')
  for (const name of ['nodebb-old.txt', 'csv-new.txt']) writeFileSync(join(imports, name), 'member 1: asha')
  const age = (name: string, days: number) => {
    const at = new Date(Date.now() - days * DAY_MS)
    utimesSync(join(imports, name), at, at)
  }
  age('nodebb-old.txt', 31)
  age('discourse-files', 31)
  age('csv-new.txt', 29)
  expect(await deleteOldReports(folder)).toBe(2)
  expect(readdirSync(imports)).toEqual(['csv-new.txt'])
})
