import { afterEach, expect, test } from 'vitest'
import { leaveTextsToHtml, takeTextsFromHtml } from './post-texts.ts'

const TEXT = '<p>Is 20 &lt; 30? <strong>Yes</strong> &amp; “no”.</p><ul><li>₹ नमस्ते</li></ul>'
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
    .map(({ id, content }) => `<div data-post="${id}"><div class="post">${content}</div></div>`)
    .join('')
  const hydrated = JSON.parse(sent) as ReturnType<typeof posts>
  takeTextsFromHtml(hydrated)
  expect(hydrated).toEqual(posts())
})

test('data that were read with their texts keep them, whatever the page shows', () => {
  document.body.innerHTML = '<div data-post="a"><div class="post"><p>Of the page before</p></div></div>'
  const read = posts()
  takeTextsFromHtml(read)
  expect(read).toEqual(posts())
})
