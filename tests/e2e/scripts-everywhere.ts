// The data of stored-scripts.spec.ts: a script payload in every text that can be stored.
import { ALARM, SCRIPTS } from '../attacks/corpora.ts'
import type { TestServer } from '../support/server.ts'

const PAGE_SIZE = 20
const cut = (text: string, length: number) => [...text].slice(0, length).join('')

type Row = Record<string, unknown>

/** Writes as the service, which row security does not apply to and the API's sanitiser does. */
async function store(
  site: TestServer,
  table: string,
  rows: Row | Row[],
  method = 'POST',
  query = '',
): Promise<Row[]> {
  const answer = await fetch(`${site.url}/rest/v1/${table}${query}`, {
    method,
    headers: {
      apikey: site.secretKey,
      authorization: `Bearer ${site.secretKey}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: JSON.stringify(rows),
  })
  if (!answer.ok) throw new Error(`${table}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Row[]
}

/** The database refuses NUL. */
const STORED = SCRIPTS.filter((script) => !script.includes('\u0000'))
const at = (index: number) => STORED[index % STORED.length] as string
const idOf = (row: Row | undefined) => String(row?.id)

/** Stores the payloads. @returns the addresses of the pages that show them */
export async function storeScripts(site: TestServer, member: string): Promise<string[]> {
  const categories = await store(
    site,
    'forum_categories',
    Array.from({ length: 6 }, (_, index) => ({
      slug: `c${index}`,
      name: cut(at(index), 60),
      description: at(index + 6),
      icon: cut(at(index + 12), 40),
      color: cut(at(index + 18), 80),
    })),
  )
  const category_id = idOf(categories[0])
  const author = { author_id: member }
  const threads = await store(
    site,
    'threads',
    STORED.map((script, index) => ({
      title: cut(`Title: ${script.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')}`, 200),
      content: `<p>Long enough.</p>${script}`,
      category_id,
      ...author,
      // Invisible characters are refused in a tag.
      tags: [cut(at(index + 1), 30).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '') || 'tag'],
    })),
  )
  const thread_id = idOf(threads[0])
  const replies = await store(
    site,
    'replies',
    STORED.map((script) => ({ content: `<p>Reply.</p>${script}`, thread_id, ...author })),
  )
  await store(site, 'replies', {
    content: `<p>An answer.</p>${at(0)}`,
    thread_id,
    parent_id: idOf(replies[3]),
    ...author,
  })
  await store(
    site,
    'chat_messages',
    STORED.map((script) => ({
      message: script,
      username: cut(
        script.replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028-\u202e]/gu, ''),
        30,
      ),
      is_anonymous: true,
    })),
  )
  await store(
    site,
    'profiles',
    { full_name: cut(at(16), 80), bio: `${at(10)} ${at(15)}`, avatar_url: `/"onerror="${ALARM}(1)` },
    'PATCH',
    `?id=eq.${member}`,
  )
  const expert = { user_id: member, speciality: cut(at(10), 80), registration_number: cut(at(11), 80) }
  await store(site, 'expert_profiles', { ...expert, verified_at: '2026-01-01' })
  await store(
    site,
    'blog_posts',
    STORED.slice(0, 12).map((script, index) => ({
      title: cut(`Title: ${script}`, 200),
      slug: `article-${index}`,
      category: cut(at(index + 1), 60),
      excerpt: at(index + 2),
      content: `<h2>${at(index + 3)}</h2><p>Text.</p>${STORED.join('<p>and</p>')}`,
      image: `/x"onerror="${ALARM}(1)`,
      read_time: cut(at(10), 40),
      status: 'published',
      featured: index === 0,
      ...author,
    })),
  )
  await store(site, 'reports', [
    ...STORED.slice(0, 8).map((script, index) => ({
      reporter_id: member,
      thread_id: idOf(threads[index]),
      reason: script,
    })),
  ])
  await store(
    site,
    'contact_messages',
    STORED.slice(0, 12).map((script) => ({
      name: cut(script, 80),
      email: 'onload=x@example.com',
      subject: 'general',
      message: script,
    })),
  )
  await store(
    site,
    'site_settings',
    {
      site_name: `Chowk ${cut(at(15), 50)}`,
      site_description: at(5),
      tagline: cut(at(6), 120),
      legal_entity: cut(at(9), 120),
    },
    'PATCH',
    '?id=is.true',
  )
  const pagesOf = (path: string, rows: number) =>
    Array.from({ length: Math.ceil(rows / PAGE_SIZE) }, (_, index) =>
      index === 0 ? path : `${path}?page=${index + 1}`,
    )
  const query = encodeURIComponent(`${at(10)} Title`)
  return [
    '/',
    '/?tab=latest',
    '/forums',
    ...pagesOf('/forums/c0', STORED.length),
    ...pagesOf(`/forums/c0/${thread_id}`, STORED.length + 1),
    ...threads.slice(1).flatMap((thread, index) => (index % 20 === 0 ? [`/forums/c0/${idOf(thread)}`] : [])),
    '/blog',
    '/blog/article-0',
    '/blog/article-7',
    '/experts',
    '/experts/mallory',
    '/trending',
    '/latest',
    '/chat',
    '/tags',
    `/search?q=${query}`,
    `/signin?next=${encodeURIComponent(`javascript:${ALARM}(1)`)}`,
    '/new-discussion',
    '/profile',
    '/settings',
    '/settings/notifications',
    '/settings/security',
    '/dashboard',
    '/notifications',
    '/bookmarks',
    '/unread',
    '/reports',
    '/sanction',
    ...[
      '',
      '/users',
      '/content',
      '/categories',
      '/moderate',
      '/settings',
      '/contact',
      '/newsletter',
      '/log',
    ].map((tab) => `/admin${tab}`),
  ]
}
