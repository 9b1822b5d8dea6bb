import { afterEach, expect, test } from 'vitest'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import { compareAndSwap } from '#app/platform/supabase/compare-and-swap.ts'
import { browserSpelling } from '#app/platform/text/browser-spelling.ts'
import { withPictureLinks } from '#app/platform/text/picture-links.ts'
import { OPENING_ANCHOR } from '#shared/page-contract.ts'
import { leaveTextsToHtml, takeTextsFromHtml } from './post-texts.ts'

const TEXT = '<p>Is 20 &lt; 30? <strong>Yes</strong> &amp; “no”.</p><ul><li>₹ नमस्ते</li></ul>'
const PICTURE = '/storage/v1/object/public/content/1a2b3c4d-0000-4000-8000-000000000000/a.png'
const posts = () => ({
  thread: { id: 'a', content: '<p>First</p>' },
  replies: [
    { id: 'b', content: TEXT },
    { id: 'c', content: TEXT },
  ],
})

afterEach(() => {
  document.body.innerHTML = ''
})

test('the data of a page have no texts, the rendering has, and the browser takes them from the page', () => {
  const rendered = posts()
  leaveTextsToHtml(rendered)
  const sent = JSON.stringify(rendered)
  expect(sent).not.toContain('content')
  expect(rendered).toHaveProperty('replies[0].content', TEXT)
  document.body.innerHTML = [rendered.thread, ...rendered.replies]
    .map(({ content }, index) => {
      const anchor = index === 0 ? OPENING_ANCHOR : replyAnchor(rendered.replies[index - 1]?.id ?? '')
      return `<div id="${anchor}"><div class="post">${content}</div></div>`
    })
    .join('')
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
  const hydrated = { thread: { id: 'a' } as { id: string; content: string }, replies: [] }
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
