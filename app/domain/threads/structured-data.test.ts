import { expect, test } from 'vitest'
import { discussionData } from './structured-data.ts'

const POST = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  content: '<p>Is 20 &lt; 30?</p><img src="/storage/v1/object/public/images/a.webp" alt="a chart">',
  created_at: '2024-12-01T00:00:00Z',
  updated_at: '2024-12-02T00:00:00Z',
  upvote_count: 3,
  author: { username: 'asha.k' },
}
const THREAD = { ...POST, title: 'A title', reply_count: 1, category: { name: 'IPOs', slug: 'ipos' } }
const AT = {
  page: 'https://site.test/forums/ipos/a-title-1a2b3c4d',
  reply: (id: string) => `https://site.test/forums/ipos/a-title-1a2b3c4d#reply-${id.slice(0, 8)}`,
  address: (path: string) => new URL(path, 'https://site.test').href,
}

test('a discussion and its replies, with what search engines ask for, by whole addresses', () => {
  const data = discussionData(THREAD, [{ ...POST, content: '<p>Yes.</p>' }], AT)
  expect(data).toMatchObject({
    '@type': 'DiscussionForumPosting',
    headline: 'A title',
    text: 'Is 20 < 30?',
    commentCount: 1,
    author: { '@type': 'Person', name: 'asha.k', url: 'https://site.test/experts/asha.k' },
    datePublished: '2024-12-01T00:00:00Z',
    dateModified: '2024-12-02T00:00:00Z',
    image: ['https://site.test/storage/v1/object/public/images/a.webp'],
    isPartOf: { url: 'https://site.test/forums/ipos' },
  })
  expect(data.comment).toEqual([
    expect.objectContaining({
      '@type': 'Comment',
      text: 'Yes.',
      dateModified: '2024-12-02T00:00:00Z',
      url: 'https://site.test/forums/ipos/a-title-1a2b3c4d#reply-1a2b3c4d',
    }),
  ])
  expect(data.comment[0]).not.toHaveProperty('image')
})
