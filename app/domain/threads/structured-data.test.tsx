import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { cardTexts, PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { Clock } from '#shared/clock.ts'
import { itemsIn, unknownIn } from '../../../tests/support/structured-data.ts'
import { PostData, pageItem, picturesIn, replyItem, ThreadData, threadItem } from './structured-data.tsx'

const POST = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  content: '<p>Is 20 &lt; 30?</p><img src="/storage/v1/object/public/images/a.webp" alt="a chart">',
  created_at: '2024-12-01T00:00:00Z',
  updated_at: '2024-12-02T00:00:00Z',
  upvote_count: 3,
}
const AUTHOR = { id: 'a', username: 'asha.k', avatar_url: null, user_level: 'Regular' }
const THREAD = {
  ...POST,
  title: 'A title',
  reply_count: 7,
  category: { name: 'IPOs & more', slug: 'ipos' },
  answer_id: null,
  is_deleted: false,
}
const ANSWER = '5e6f7a8b-0000-4000-8000-000000000000'

/** Attributes in the order in which React writes them. */
const html = renderToStaticMarkup(
  <MemoryRouter>
    <div {...threadItem(THREAD)}>
      <ThreadData thread={THREAD} />
      <ol>
        <li {...replyItem(THREAD, POST.id)}>
          <PostCard
            author={AUTHOR}
            texts={cardTexts(
              { author: AUTHOR, details: 'Joined in 2024', at: POST.created_at, href: '#reply-1a2b3c4d' },
              new Clock(Date.parse(POST.updated_at)),
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
  '<link itemProp="mainEntityOfPage" href="/forums/ipos/a-title-1a2b3c4d"/>',
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
  `<div class="post" dir="auto" itemProp="text">${POST.content}</div>`,
])('a reply says what search engines ask for: %s', (part) => {
  expect(html.replaceAll('itemScope', 'itemscope')).toContain(part)
})

test('schema.org knows all of it, but not upvotes of a discussion that is no question', () => {
  expect(unknownIn(itemsIn(html))).toEqual([])
  const upvoted = renderToStaticMarkup(
    <div {...threadItem(THREAD)}>
      <PostData modified={null} upvotes="3" pictures={[]} />
    </div>,
  )
  expect(unknownIn(itemsIn(upvoted))).toEqual(['DiscussionForumPosting.upvoteCount'])
})

test('a post without edits and upvotes has no such properties', () => {
  expect(
    renderToStaticMarkup(<PostData modified={null} upvotes={null} pictures={picturesIn('<p>Yes.</p>')} />),
  ).toBe('')
})

test('a discussion with an accepted answer is the question of a page of questions and answers', () => {
  const solved = { ...THREAD, answer_id: ANSWER }
  const answered = renderToStaticMarkup(
    <div {...pageItem(solved)}>
      <div {...threadItem(solved)}>
        <ThreadData thread={solved} />
        <p {...replyItem(solved, ANSWER)} />
        <p {...replyItem(solved, POST.id)} />
      </div>
    </div>,
  )
  const order = [
    'itemType="https://schema.org/QAPage"',
    'itemProp="mainEntity" itemScope="" itemType="https://schema.org/Question"',
    '<meta itemProp="answerCount" content="7"/>',
    'itemProp="acceptedAnswer" itemScope="" itemType="https://schema.org/Answer"',
    'itemProp="suggestedAnswer" itemScope="" itemType="https://schema.org/Answer"',
  ].map((part) => answered.indexOf(part))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(unknownIn(itemsIn(answered))).toEqual([])
})

test('a question whose author deleted it is not described as one', () => {
  const emptied = { ...THREAD, answer_id: ANSWER, is_deleted: true }
  expect(pageItem(emptied)).toEqual({})
  expect([threadItem(emptied), replyItem(emptied, ANSWER)]).toEqual([
    threadItem(THREAD),
    replyItem(THREAD, ANSWER),
  ])
})
