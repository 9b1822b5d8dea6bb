import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { cardTexts, PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { PostData, picturesIn, REPLY_ITEM, THREAD_ITEM, ThreadData } from './structured-data.tsx'

const POST = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  content: '<p>Is 20 &lt; 30?</p><img src="/storage/v1/object/public/images/a.webp" alt="a chart">',
  created_at: '2024-12-01T00:00:00Z',
  updated_at: '2024-12-02T00:00:00Z',
  upvote_count: 3,
}
const AUTHOR = { username: 'asha.k', avatar_url: null, user_level: 'Regular' }
const THREAD = { ...POST, title: 'A title', reply_count: 7, category: { name: 'IPOs & more', slug: 'ipos' } }

/** Attributes in the order in which React writes them. */
const html = renderToStaticMarkup(
  <MemoryRouter>
    <div {...THREAD_ITEM}>
      <ThreadData thread={THREAD} page={2} />
      <ol>
        <li {...REPLY_ITEM}>
          <PostCard
            author={AUTHOR}
            texts={cardTexts(
              { author: AUTHOR, details: 'Joined in 2024', at: POST.created_at, href: '#reply-1a2b3c4d' },
              Date.parse(POST.updated_at),
            )}
            data={<PostData modified={POST.updated_at} upvotes="3" pictures={picturesIn(POST.content)} />}
          >
            <SanitizedHtml html={POST.content} />
          </PostCard>
        </li>
      </ol>
    </div>
  </MemoryRouter>,
)

test.each([
  '<div itemscope="" itemType="https://schema.org/DiscussionForumPosting">',
  '<link itemProp="url" href="/forums/ipos/a-title-1a2b3c4d?page=2"/>',
  '<meta itemProp="commentCount" content="7"/>',
  '<link itemProp="interactionType" href="https://schema.org/LikeAction"/><meta itemProp="userInteractionCount" content="3"/>',
  '<meta itemProp="name" content="IPOs &amp; more"/><link itemProp="url" href="/forums/ipos"/>',
])('a discussion says what search engines ask for: %s', (part) => {
  expect(html.replaceAll('itemScope', 'itemscope')).toContain(part)
})

test.each([
  '<li itemProp="comment" itemscope="" itemType="https://schema.org/Comment">',
  'itemProp="author" itemscope="" itemType="https://schema.org/Person"><a itemProp="url" href="/experts/asha.k"',
  '<span itemProp="name">asha.k</span>',
  '<a href="#reply-1a2b3c4d" itemProp="url"><time dateTime="2024-12-01T00:00:00Z"',
  'itemProp="datePublished"',
  '<meta itemProp="dateModified" content="2024-12-02T00:00:00Z"/><meta itemProp="upvoteCount" content="3"/>',
  '<link itemProp="image" href="/storage/v1/object/public/images/a.webp"/>',
  `<div class="post" itemProp="text">${POST.content}</div>`,
])('a reply says what search engines ask for: %s', (part) => {
  expect(html.replaceAll('itemScope', 'itemscope')).toContain(part)
})

test('a post without edits and upvotes has no such properties', () => {
  expect(
    renderToStaticMarkup(<PostData modified={null} upvotes={null} pictures={picturesIn('<p>Yes.</p>')} />),
  ).toBe('')
})
