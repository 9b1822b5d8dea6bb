// What a member's page shows first, as HTML, and the reads that it was made from; and that answers are compressed.
import { get } from 'node:http'
import { beforeAll, expect, test, vi } from 'vitest'
import { OWN_PART_PATH, type OwnPart } from '../../shared/page-contract.ts'
import {
  admin,
  adminId,
  asha,
  ashaId,
  type Client,
  ipos,
  ok,
  openCommunity,
  server,
  sql,
  text,
} from '../support/community.ts'

openCommunity()

const TITLE = 'Is <b>ASBA</b> & UPI "one" mandate?'

beforeAll(async () => {
  const [thread] = await sql`
    insert into threads (title, content, author_id, category_id) values (${TITLE}, ${text('Mandate')}, ${ashaId}, ${ipos})
    returning id`
  const [reply] = await sql`
    insert into replies (thread_id, author_id, content) values (${thread?.id}, ${adminId}, ${text('Both')}) returning id`
  await sql`update first_runs set is_dismissed = true where user_id = ${ashaId}`
  // Who wrote the discussion is told after the commit.
  await vi.waitFor(async () =>
    expect(await sql`select from notifications where user_id = ${ashaId}`).toHaveLength(1),
  )
  await sql`
    insert into reports (reporter_id, reply_id, reason, ground) values (${ashaId}, ${reply?.id}, 'A referral link.', 'spam')`
})

async function partOf(page: string, member: Client | null, width = 1280): Promise<Response> {
  const session = member && (await member.auth.getSession()).data.session
  return fetch(`${server.url}${OWN_PART_PATH}?page=${encodeURIComponent(page)}&width=${width}`, {
    headers: {
      apikey: server.publishableKey,
      ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
    },
  })
}

async function read(page: string, member: Client, width?: number): Promise<OwnPart> {
  const answer = await partOf(page, member, width)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return (await answer.json()) as OwnPart
}

test.each([
  ['/', '/rest/v1/rpc/for_you', 'rpc/for_you?max_rows=20'],
  ['/notifications', '/rest/v1/notifications', null],
])('a member gets the rows of %s, escaped, and the answers they are made of', async (page, table, path) => {
  const { html, reads } = await read(page, asha)
  expect(html).toContain('Is &lt;b&gt;ASBA&lt;/b&gt; &amp; UPI')
  expect(html).not.toContain('<b>ASBA')
  expect(Object.keys(reads).map((one) => one.split('?', 1)[0])).toEqual(['/rest/v1/rpc/me', table])
  // As the modules of the page ask.
  const me = await ok(asha.rpc('me', undefined, { get: true }))
  expect(reads['/rest/v1/rpc/me']).toEqual(me)
  if (path) {
    const { data } = await asha.rpc('for_you', { max_rows: 20 }, { get: true })
    expect(reads[`/rest/v1/${path}`]).toEqual(data)
  }
})

test('who may choose subjects gets the choice with the rows, so that nothing moves later', async () => {
  await sql`update first_runs set is_dismissed = false where user_id = ${ashaId}`
  const { html, reads } = await read('/', asha)
  expect(html).toMatch(/Choose three subjects.*IPOs.*Is &lt;b&gt;ASBA/s)
  expect(Object.keys(reads).map((one) => one.split('?', 1)[0])).toEqual(
    expect.arrayContaining(['/rest/v1/forum_categories', '/rest/v1/watches']),
  )
  await sql`update first_runs set is_dismissed = true where user_id = ${ashaId}`
  expect((await read('/', asha)).html).not.toContain('Choose three subjects')
})

test('the queue is for administrators, in the look of their screen', async () => {
  const wide = await read('/admin/moderate', admin)
  expect(wide.html).toContain('role="listbox"')
  // The chosen case too, with the post and what is known of its author.
  expect(wide.html).toContain('A referral link.')
  expect(wide.html).toContain('Both. Enough words')
  expect(wide.html).not.toContain('Loading')
  const narrow = await read('/admin/moderate', admin, 390)
  expect(narrow.html).not.toContain('role="listbox"')
  expect(narrow.html).toContain('aria-expanded="true"')
  const refused = await read('/admin/moderate', asha)
  expect(refused.html).toBe('')
  expect(Object.keys(refused.reads)).toEqual(['/rest/v1/rpc/me'])
})

test('any other page says who the member is', async () => {
  for (const page of ['/about', '/?tab=unread', 'constructor', '']) {
    const { html, reads } = await read(page, asha)
    expect(html).toBe('')
    expect(Object.keys(reads)).toEqual(['/rest/v1/rpc/me'])
  }
})

test('a guest and a session that has ended get nothing', async () => {
  expect((await partOf('/', null)).status).toBe(401)
  const answer = await fetch(`${server.url}${OWN_PART_PATH}?page=/`, {
    headers: { authorization: 'Bearer of.nobody.known' },
  })
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain('reads')
})

/** The headers and the bytes of the body, which `fetch` would decompress. */
function bytesOf(path: string, encoding: string): Promise<{ encoding: string | undefined; bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    encoding: string | undefined
    bytes: number
  }>()
  const headers = { apikey: server.publishableKey, 'accept-encoding': encoding }
  get(`${server.url}/rest/v1/${path}`, { headers }, (answer) => {
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], bytes }))
  }).once('error', reject)
  return promise
}

test('a long answer of a table is compressed for a client that takes it, a short one is not', async () => {
  await sql`
    insert into forum_categories (name, slug, description)
    select 'Category ' || n, 'category-' || n, repeat('All about one subject. ', 8) from generate_series(1, 20) n`
  const plain = await bytesOf('forum_categories?select=*', 'identity')
  expect(plain.encoding).toBeUndefined()
  for (const encoding of ['br', 'gzip']) {
    const answer = await bytesOf('forum_categories?select=*', encoding)
    expect(answer.encoding).toBe(encoding)
    expect(answer.bytes).toBeLessThan(plain.bytes / 2)
  }
  expect((await bytesOf('forum_categories?select=id&limit=1', 'br')).encoding).toBeUndefined()
})
