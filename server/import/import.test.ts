// Dumps of other forums, loaded into a real database: what is imported, and what is left out. (refusals.test.ts: what a
// damaged or a hostile file does.)
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { discourseBackup, discourseDump, FIXTURES } from '../../tests/support/forum-dumps.ts'
import { type Importing, startImporting } from '../../tests/support/importing.ts'
import { picture } from '../../tests/support/pictures.ts'
import type { KeepFile, RawRow } from './records.ts'
import { csv } from './sources/csv.ts'
import { discourse } from './sources/discourse.ts'
import { nodebb } from './sources/nodebb.ts'

const NOTHING = { member: 0, category: 0, thread: 0, reply: 0, vote: 0 }
const UPLOADS = 'uploads/default/original/1X'
const CHART = `${UPLOADS}/bda2c513e1da04f7b4e99230851ea2aafeb8cc4e.png`
const FACE = `${UPLOADS}/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.jpeg`

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

const page = async (...addresses: string[]) =>
  (await sql`select * from private.imported_page(${addresses})`)[0]

/** Side effects that an import must not have. */
async function told() {
  const [row] = await sql`
    select (select count(*)::int from public.notifications) as notifications,
      (select count(*) from private.new_replies)::int + (select count(*) from private.reply_outbox)::int as waiting,
      (select count(*)::int from private.changes where payload ->> 'table' <> 'site_settings') as changes,
      (select count(*)::int from public.moderation_log) as logged`
  return row
}

test('a backup of Discourse is imported whole and counted, and notifies nobody', async () => {
  // She had signed up here before, and verified her address.
  const [kamal] = await sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at, raw_app_meta_data)
    values ('ravi@example.com', now(), '{"email_verified": "true"}') returning id`
  await sql`delete from private.changes`
  const uploads = { [CHART]: await picture('png'), [FACE]: await picture('jpeg') }
  const file = write('discourse.tar.gz', await discourseBackup(discourseDump(), uploads))
  const { added, report } = await load(discourse, file)
  expect(added).toEqual({ member: 5, category: 2, thread: 2, reply: 3, vote: 3 })
  expect(report).toEqual(
    expect.arrayContaining([
      'left out 1: private messages',
      'left out 1: threads of categories that not everybody may read',
      'left out 1: whispers of the staff',
      'left out 1: deleted posts',
      'left out 1: deleted threads',
      'member 2: Has an account here already (Ravi.K): the posts became theirs',
      'member 3: The password hash is of an unknown kind, or too expensive: a new password is needed',
      'thread 14: Is called "Discussion: 80C" here',
      'upload upload://abc.pdf: Unknown to the forum',
      'vote 99 on 103: Its member is not here',
    ]),
  )
  const [asha] = await sql`select * from public.profiles where username = 'asha'`
  expect(asha).toMatchObject({
    full_name: 'Asha Rao',
    bio: 'Saver since 2009.',
    total_posts: 1,
    total_replies: 0,
    reputation: 12,
    joined_at: new Date('2019-03-01T10:00:00Z'),
    last_active: new Date('2020-01-08T18:30:00Z'),
    avatar_url: expect.stringMatching(
      /^\/storage\/v1\/object\/public\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\.jpg$/,
    ),
  })
  const [thread] = await sql`select * from public.threads where title = 'Direct or regular plans?'`
  expect(thread).toMatchObject({
    author_id: asha?.id,
    tags: ['costs', 'sip'],
    reply_count: 2,
    view_count: 1234,
    upvote_count: 1,
    is_pinned: true,
    is_locked: false,
    created_at: new Date('2020-01-05T08:30:00.123Z'),
    updated_at: new Date('2020-01-05T08:40:00Z'),
    last_activity: new Date('2020-01-07T08:30:00Z'),
  })
  expect(thread?.content).toMatch(
    /^<p>How do <strong>direct plans<\/strong>[\s\S]*<img src="\/storage\/v1\/object\/public\/content\/[0-9a-f-]{36}\/[0-9a-f]{32}\.png" alt="chart" \/>[\s\S]*<p>the sheet \(12 KB\)<\/p>$/,
  )
  const replies = await sql`
    select content, author_id, parent_id is not null as answers, is_hidden, upvote_count as votes, updated_at
    from public.replies order by created_at`
  expect(replies).toMatchObject([
    { content: expect.stringContaining('मैं भी यही जानना चाहता हूँ, '), answers: false, votes: 2 },
    // Its HTML was regenerated later, which is not an edit.
    { author_id: kamal?.id, answers: true, votes: 0, updated_at: new Date('2020-01-07T08:30:00Z') },
    { is_hidden: true },
  ])
  expect(replies[1]?.content).toBe(
    '<blockquote>\n<p><a href="/t/11/1" rel="nofollow ugc noopener">asha wrote</a>:</p>\n<p>How do <strong>direct plans</strong> differ</p>\n</blockquote>\n' +
      '<p><a href="/experts/asha" rel="nofollow ugc noopener">@asha</a> the expense ratio. 🙂</p>\n<pre><code>const cost = 0.01 // :smile: @asha\n</code></pre>',
  )
  const everything = JSON.stringify(
    await sql`select title, content from public.threads union all select '', content from public.replies`,
  )
  expect(everything).not.toMatch(/script|private message|staff may read|Deleted and never|among the staff/)
  expect(await wrongCounts()).toEqual([])
  expect(await told()).toEqual({ notifications: 0, waiting: 0, changes: 0, logged: 0 })
  expect(await page('t/11/3', 't/11')).toMatchObject({ title: thread?.title, reply_id: expect.any(String) })
  expect(await page('t/11/6', 't/11')).toMatchObject({ thread_id: thread?.id, reply_id: null })
  expect(await page('c/1')).toMatchObject({ category: 'mutual-funds', thread_id: null })
  expect(await page('u/asha')).toMatchObject({ username: 'asha' })
  // Hidden by the community, and private.
  expect([await page('t/11/7'), await page('t/12'), await page('t/13'), await page('c/2')]).toEqual(
    Array(4).fill(undefined),
  )
  expect(await sql`select version from storage.orphans`).toEqual([])
  expect(existsSync(join(folder, 'imports/discourse-files'))).toBe(false)

  await sql`delete from public.replies where is_hidden`
  expect((await load(discourse, file)).added).toEqual(NOTHING)
  expect(await wrongCounts()).toEqual([])
})

test('a closed account keeps no old address, and is not imported again', async () => {
  await sql`
    update public.profiles set is_deleted = true, username = 'deleted-0123456789ab', full_name = null
    where username = 'spammer'`
  expect(await page('u/spammer')).toBeUndefined()
  expect((await load(discourse, join(folder, 'discourse.tar.gz'))).added.member).toBe(0)
})

test.each([
  ['mongoexport', 'jsonl'],
  ['pg_dump', 'sql.gz'],
])('NodeBB, as %s has it', async (_tool, extension) => {
  const objects = readFileSync(join(FIXTURES, 'nodebb/objects.jsonl'), 'utf8')
  const file =
    extension === 'jsonl'
      ? write('nodebb.jsonl', objects)
      : write('nodebb.sql.gz', gzipSync(asPgDump(objects)))
  const uploads = join(folder, 'nodebb-uploads')
  mkdirSync(join(uploads, 'files'), { recursive: true })
  writeFileSync(join(uploads, 'files/1577867400000-chart.png'), await picture('png'))
  const { added, report } = await load(nodebb, file, uploads)
  if (extension !== 'jsonl') {
    expect(added).toEqual(NOTHING)
    return
  }
  expect(added).toEqual({ member: 2, category: 1, thread: 1, reply: 2, vote: 2 })
  expect(report).toEqual(
    expect.arrayContaining([
      'left out 1: deleted posts',
      'left out 1: threads of categories that not everybody may read',
      'member 1: Is called Meera-S here, and was Meera S',
      'upload profile/uid-1/1-profileavatar.png: The file is missing',
      'user https://other.example/uid/9: From another server',
    ]),
  )
  const replies = await sql`
    select r.content, p.username, r.parent_id is not null as answers, r.updated_at
    from public.replies r join public.profiles p on p.id = r.author_id join public.threads t on t.id = r.thread_id
    where t.title = 'SIP or lump sum?' order by r.created_at`
  expect(replies).toMatchObject([
    { username: 'dev', answers: false, updated_at: new Date(1577874600000) },
    { username: 'Meera-S', answers: true },
  ])
  expect(replies[0]?.content).toContain(
    '<a href="/experts/Meera-S" rel="nofollow ugc noopener">@Meera-S</a> spread',
  )
  expect(await sql`select tags, content from public.threads where title = 'SIP or lump sum?'`).toMatchObject([
    {
      tags: ['sip', 'lump sum'],
      content: expect.stringMatching(/<img src="\/storage\/v1\/object\/public\/content\//),
    },
  ])
  expect(await page('post/9')).toMatchObject({ title: 'SIP or lump sum?', reply_id: null })
  expect(await page('user/meera-s')).toMatchObject({ username: 'Meera-S' })
  expect(await page('topic/6')).toBeUndefined()
  expect(await wrongCounts()).toEqual([])
})

test('the tags of a NodeBB before 1.18, a set beside the topic, come in', async () => {
  const objects = readFileSync(join(FIXTURES, 'nodebb/objects.jsonl'), 'utf8')
  const older = [
    ...objects.split('\n').filter((line) => /"_key":"(?:user:1"|category:1"|group:cid:1:)/.test(line)),
    '{"_key":"topic:90","tid":"90","uid":"1","cid":"1","mainPid":"91","title":"Made by 1.4","timestamp":"1477867400000"}',
    '{"_key":"topic:90:tags","members":["sip","costs"]}',
    '{"_key":"post:91","pid":"91","uid":"1","tid":"90","content":"Numbers are texts there.","timestamp":"1477867400000"}',
  ]
  const { added } = await load(nodebb, write('older.jsonl', older.join('\n')))
  expect(added).toMatchObject({ thread: 1 })
  expect(await sql`select tags from public.threads where title = 'Made by 1.4'`).toMatchObject([
    { tags: ['costs', 'sip'] },
  ])
})

/** The same objects in the tables of NodeBB's PostgreSQL adapter. */
function asPgDump(objects: string): string {
  const tables = { hash: [] as string[], set: [] as string[], zset: [] as string[] }
  for (const line of objects.trim().split('\n')) {
    const { _id, _key, ...rest } = JSON.parse(line)
    if (rest.members) tables.set.push(...rest.members.map((member: string) => `${_key}\t${member}`))
    else if ('score' in rest) tables.zset.push(`${_key}\t${rest.value}\t${rest.score}`)
    else tables.hash.push(`${_key}\t${JSON.stringify(rest).replaceAll('\\', '\\\\')}`)
  }
  const section = (name: string, columns: string, rows: string[]) =>
    `COPY public.legacy_${name} (_key, ${columns}) FROM stdin;\n${rows.join('\n')}\n\\.\n`
  return `SET row_security = off;\n${section('hash', 'data', tables.hash)}${section('set', 'member', tables.set)}${section('zset', 'value, score', tables.zset)}`
}

test('tables of any forum are imported, and the report lists the rows that were left out', async () => {
  const tables = join(folder, 'tables')
  cpSync(join(FIXTURES, 'csv'), tables, { recursive: true })
  mkdirSync(join(folder, 'pics'))
  writeFileSync(join(folder, 'pics/list.png'), await picture('png'))
  const { added, report } = await load(csv, tables, join(folder, 'pics'))
  expect(added).toEqual({ member: 3, category: 2, thread: 3, reply: 2, vote: 2 })
  expect(report).toEqual(
    expect.arrayContaining([
      'category b: Its address is thread-2 here',
      'left out 1: votes without a member, or without a thread or reply',
      'member 2: Is called KAVYA2 here, and was KAVYA',
      expect.stringMatching(/^member 3: Is called member-[0-9a-f]{8} here, and was admin$/),
      'member 3: The email address cannot be one: imported without it, and cannot sign in',
      'member 3: The full name is reserved or empty: left out',
      'member 3: The password hash is of an unknown kind, or too expensive: a new password is needed',
      expect.stringMatching(/^reply 3: Its thread 77 is not here$/),
      expect.stringMatching(/^reply 4: Refused: .*"yesterday" is no date/),
      expect.stringMatching(
        /^thread 2: Is dated in the future \(2999-01-01T00:00:00.000Z\): that of the import$/,
      ),
      'vote 1 on 1: Refused: another one has the same id',
    ]),
  )
  const [future] =
    await sql`select created_at <= now() as past, content from public.threads where title = 'A thread from the future'`
  expect(future).toEqual({
    past: true,
    content: '<p>It is dated next century, &quot;quoted&quot; and<br />of two lines.</p>'.replaceAll(
      '&quot;',
      '"',
    ),
  })
  const [orphan] = await sql`
    select p.is_deleted, c.slug from public.threads t join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id where t.title like 'No category%'`
  expect(orphan).toEqual({ is_deleted: true, slug: 'uncategorised' })
  const [bonds] = await sql`select content, created_at from public.threads where title like 'Which bonds%'`
  expect(bonds?.content).toMatch(
    /^<p>Asking for <b>my mother<\/b>\. <img src="\/storage\/v1\/object\/public\/content\//,
  )
  expect(await page('forum/bonds')).toMatchObject({ category: 'bonds' })
  expect(await wrongCounts()).toEqual([])
})

test('a zip of tables gives what their folder gives, and its pictures', async () => {
  const zipped = (name: string, files: Record<string, Buffer>) => {
    const zip = new ZipFile()
    for (const [path, content] of Object.entries(files)) zip.addBuffer(content, path)
    zip.end()
    const file = join(folder, name)
    return pipeline(zip.outputStream, createWriteStream(file)).then(() => file)
  }
  const rowsIn = async (file: string) => {
    const rows: RawRow[] = []
    const kept: Record<string, string> = {}
    const keepFile: KeepFile = async (path, content) => {
      kept[path] = await text(content)
    }
    for await (const row of csv.read({ file, note: () => undefined, keepFile })) rows.push(row)
    return { rows, kept }
  }
  const tables = join(FIXTURES, 'csv')
  const files = readdirSync(tables).map((name) => [name, readFileSync(join(tables, name))] as const)
  const whole = await zipped('whole.zip', {
    ...Object.fromEntries(files.map(([name, content]) => [`export/${name}`, content])),
    'export/uploads/pics/list.png': Buffer.from('a picture'),
    'export/readme.txt': Buffer.from('passed over'),
    '__MACOSX/export/members.csv': Buffer.from('passed over'),
  })
  const { rows } = await rowsIn(tables)
  expect(rows.length).toBeGreaterThan(10)
  expect(await rowsIn(whole)).toEqual({ rows, kept: { 'pics/list.png': 'a picture' } })
  const twice = await zipped('twice.zip', {
    'a/members.csv': Buffer.from(''),
    'b/members.csv': Buffer.from(''),
  })
  await expect(rowsIn(twice)).rejects.toThrow('The zip has members.csv twice.')
  const empty = await zipped('empty.zip', { 'a.txt': Buffer.from('') })
  await expect(rowsIn(empty)).rejects.toThrow('has none of members.csv')
  // A table whose bytes were damaged.
  const damaged = readFileSync(whole)
  damaged.fill(0xff, 60, 90)
  writeFileSync(whole, damaged)
  await expect(load(csv, whole)).rejects.toThrow('The file cannot be read')
})
