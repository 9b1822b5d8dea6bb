// The official client against a function in place of the network.
import { expect, test } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { loadLinkLines, targetsIn } from './own-links.ts'

const ORIGIN = 'https://arthachowk.example'
const THREAD = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  title: 'GMP <b>& you',
  reply_count: 1,
  category: { name: 'IPOs', slug: 'ipos' },
}
const SLUG = 'gmp-b-you-1a2b3c4d'
const link = (href: string) => `<p>See <a href="${href}" rel="nofollow ugc noopener">this</a></p>`

test.each([
  [`/forums/ipos/${SLUG}`, { thread: SLUG }],
  [`${ORIGIN}/forums/elsewhere/${SLUG}?page=2&amp;x=1`, { thread: SLUG }],
  [`/forums/ipos/${SLUG}?reply=0a0b0c0d`, { thread: SLUG, reply: '0a0b0c0d' }],
  [`/forums/ipos/${SLUG}?page=3#reply-0a0b0c0d`, { thread: SLUG, reply: '0a0b0c0d' }],
  [`/forums/ipos/${SLUG}#reply-or(id.gte`, { thread: SLUG }],
  ['/blog/what-is-sip', { article: 'what-is-sip' }],
])('%s is a page of ours', (href, target) => {
  expect(targetsIn(link(href), ORIGIN)).toEqual([target])
})

test.each([
  `https://evil.example/forums/ipos/${SLUG}`,
  `//evil.example/forums/ipos/${SLUG}`,
  `http://arthachowk.example/forums/ipos/${SLUG}`,
  '/forums/ipos/no-id',
  '/forums/ipos',
  '/blog',
  '/blog/a),or(b',
  '/experts/asha',
  'mailto:asha@example.com',
  'https://[',
])('%s is none', (href) => {
  expect(targetsIn(link(href), ORIGIN)).toEqual([])
})

test('each page counts once, at most four of a post, and none within a quotation', () => {
  const slugs = [1, 1, 2, 3, 4, 5].map((digit) => `x-${String(digit).repeat(8)}`)
  const html = slugs.map((slug) => link(`/forums/ipos/${slug}`)).join('')
  const quotation = `<blockquote>${link(`/forums/ipos/x-99999999`)}</blockquote>`
  expect(targetsIn(quotation + html, ORIGIN)).toEqual(
    ['11111111', '22222222', '33333333', '44444444'].map((digits) => ({ thread: `x-${digits}` })),
  )
})

test('a line has the title and what is known of it, escaped; what the reader may not see has none', async () => {
  const asked: string[] = []
  const reader = fakeClient(({ address }) => {
    const table = address.pathname.slice(1)
    asked.push(table)
    if (table === 'threads') return Response.json([THREAD])
    if (table === 'blog_posts')
      return Response.json([{ id: 'b', slug: 'what-is-sip', title: 'What is a SIP?' }])
    const content = '<p>No <i>tips</i> &lt;here&gt;</p>'
    return Response.json([
      {
        id: '0a0b0c0d-0000-4000-8000-000000000000',
        thread_id: THREAD.id,
        content,
        earlier_replies: 25,
        author: { username: 'asha' },
      },
      {
        id: '0e0e0e0e-0000-4000-8000-000000000000',
        thread_id: 'other',
        content,
        earlier_replies: 0,
        author: { username: 'bala' },
      },
    ])
  })
  const posts = [
    { id: 'p1', content: link(`/forums/ipos/${SLUG}`) + link('/blog/what-is-sip') + link('/blog/unknown') },
    { id: 'p2', content: link(`/forums/ipos/${SLUG}?reply=0a0b0c0d`) + link(`/forums/ipos/x-77777777`) },
    // The reply of another discussion: the discussion alone is named.
    { id: 'p3', content: link(`/forums/ipos/${SLUG}?reply=0e0e0e0e`) },
    { id: 'p4', content: '<p>No link.</p>' },
  ]
  const lines = await loadLinkLines(reader, posts, ORIGIN)
  const path = '/forums/ipos/gmp-b-you-1a2b3c4d'
  const thread = `<li><a href="${path}">GMP &lt;b&gt;&amp; you</a> <span>IPOs · 1 reply</span></li>`
  expect(Object.fromEntries(lines.html)).toEqual({
    p1: `${thread}<li><a href="/blog/what-is-sip">What is a SIP?</a> <span>Article</span></li>`,
    p2: `<li><a href="${path}?page=2#reply-0a0b0c0d">GMP &lt;b&gt;&amp; you</a> <span>asha: No tips &lt;here&gt;</span></li>`,
    p3: thread,
  })
  expect([lines.threads, lines.articles]).toEqual([[THREAD.id], ['b']])
  expect(asked.toSorted()).toEqual(['blog_posts', 'replies', 'threads'])
})

test('posts without such links ask nothing', async () => {
  const reader = fakeClient(() => Response.error())
  const { html } = await loadLinkLines(reader, [{ id: 'p', content: link('https://sebi.gov.in/') }], ORIGIN)
  expect(html.size).toBe(0)
})
