import { renderToString } from 'react-dom/server.browser'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { QuoteLine } from '#app/domain/replies/quote.tsx'
import { compareAndSwap } from '#app/platform/supabase/compare-and-swap.ts'
import { browserSpelling } from '#app/platform/text/browser-spelling.ts'
import { withPictureLinks } from '#app/platform/text/picture-links.ts'
import { cardTexts, PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { Clock } from '#shared/clock.ts'
import { OPENING_ANCHOR } from '#shared/page-contract.ts'
import { leaveTextsToHtml, takeTextsFromHtml } from './post-texts.ts'

const AUTHOR = { id: 'e', username: 'bala', avatar_url: null, user_level: 'Regular' }
const DELETED = { ...AUTHOR, username: 'deleted-0123456789ab' }
const TEXT = '<p>Is 20 &lt; 30? <strong>Yes</strong> &amp; “no”.</p><ul><li>₹ नमस्ते</li></ul>'
const PICTURE = '/storage/v1/object/public/content/1a2b3c4d-0000-4000-8000-000000000000/a.png'
const [WRITTEN, EDITED] = ['2026-11-25T10:16:02.836+00:00', '2026-11-25T11:16:02.836+00:00']
const posts = () => ({
  thread: { id: 'a', content: '<p>First</p>' },
  replies: [
    {
      id: 'b',
      content: TEXT,
      created_at: WRITTEN,
      updated_at: WRITTEN,
      author: { ...AUTHOR },
      answers: { id: 'a', username: 'asha', text: 'Is 20 < 30? “yes”' },
    },
    {
      id: 'c',
      content: TEXT,
      created_at: WRITTEN,
      updated_at: EDITED,
      author: { ...AUTHOR },
      answers: { id: 'b', username: 'asha', text: '' },
    },
    { id: 'd', content: TEXT, created_at: WRITTEN, updated_at: WRITTEN, author: DELETED, answers: null },
  ],
  related: [{ title: 'NPS & <EPF>' }, { title: 'नमस्ते' }],
})

afterEach(() => {
  document.body.innerHTML = ''
})

test('the data of a page have no texts, the rendering has, and the browser takes them from the page', () => {
  const rendered = posts()
  leaveTextsToHtml(rendered)
  const sent = JSON.stringify(rendered)
  for (const left of ['content', 'created_at', 'title', '30?', 'yes', '"bala"'])
    expect(sent).not.toContain(left)
  expect(sent.match(/"updated_at":"[^"]+"/g)).toEqual([`"updated_at":"${EDITED}"`])
  expect(rendered).toHaveProperty('replies[0].content', TEXT)
  document.body.innerHTML = renderToString(
    <MemoryRouter>
      <div id={OPENING_ANCHOR}>
        <SanitizedHtml html={rendered.thread.content} />
      </div>
      {rendered.replies.map(({ id, content, created_at: at, author, answers }) => (
        <div key={id} id={replyAnchor(id)}>
          <PostCard
            author={author}
            texts={cardTexts({ author, details: '', at, href: '#' }, new Clock(Date.parse(EDITED)))}
            edited={<time dateTime={EDITED}>edited</time>}
          >
            {answers ? (
              <QuoteLine
                isHere
                texts={{ quoteHref: '#', quoteName: answers.username, quoteText: answers.text }}
              />
            ) : null}
            <SanitizedHtml html={content} />
          </PostCard>
        </div>
      ))}
      <ul className="related">
        {rendered.related.map(({ title }) => (
          <li key={title}>
            <a href="/forums">
              <span>{title}</span>
              <span>1 reply</span>
            </a>
          </li>
        ))}
      </ul>
    </MemoryRouter>,
  )
  const hydrated = JSON.parse(sent) as ReturnType<typeof posts>
  takeTextsFromHtml(hydrated)
  expect(hydrated).toEqual(posts())
})

test('data loaded with their texts keep them, independent of the page', () => {
  document.body.innerHTML = `<div id="${OPENING_ANCHOR}"><div class="post"><p>Of the page before</p></div></div>`
  const read = posts()
  takeTextsFromHtml(read)
  expect(read).toEqual(posts())
})

test('an edit that began with the text of the page finds the stored text unchanged, however it is spelled', async () => {
  // In the spelling of the server's sanitiser.
  const stored = {
    content: `<p>He said &quot;no&quot;<br />then\u00a0&#39;yes&#39;</p><hr /><img src="${PICTURE}" alt="" />`,
    updated_at: '2',
  }
  document.body.innerHTML = `<div id="${OPENING_ANCHOR}"><div class="post">${withPictureLinks(stored.content)}</div></div>`
  const hydrated = { thread: { id: 'a' } as { id: string; content: string }, replies: [], related: [] }
  takeTextsFromHtml(hydrated)
  expect(hydrated.thread.content).not.toBe(stored.content)
  const valuesOf = ({ content }: { content: string }) => browserSpelling(content)
  const mine = { content: '<p>Mine</p>', updated_at: '3' }
  const saving = compareAndSwap({
    // Another column of the row changed meanwhile.
    base: '1',
    before: valuesOf(hydrated.thread),
    mine: mine.content,
    valuesOf,
    update: async (updatedAt) => ({ data: updatedAt === '2' ? [mine] : [] }),
    load: async () => ({ data: [stored] }),
  })
  await expect(saving).resolves.toBe(mine)
})
