// What 'Quote' takes from a post: in a browser, because ranges are its own.
import { afterEach, expect, test } from 'vitest'
import { quotation, quotedInto, selectedInPost, withSelection } from './selection.ts'

afterEach(() => document.body.replaceChildren())

const POST = `<p>Intro <strong>bold</strong></p><ul><li>one<ul><li>deep</li></ul></li><li>two</li></ul>
<ol start="3"><li><p>three</p></li><li><p>four</p></li><li><p>five</p></li></ol>
<pre><code>if (a) {
  x()
}</code></pre><h2>Head</h2><p>Ask <a href="/experts/asha" rel="ugc">@asha</a> about <span class="formula" data-tex="x^2"><math><mi>x</mi></math></span> &lt;now&gt;</p>
<div class="table-scroll"><table><tbody><tr><td><p>a</p></td><td><p></p></td></tr></tbody></table></div><p>Last</p>`

/** Selects from the beginning of one text to the end of another. */
function quoted(from: string, to: string): string {
  document.body.innerHTML = `<div class="reply" id="r-1"><div class="post">${POST}</div><p>after</p></div>`
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? ''
    if (text.includes(from)) range.setStart(node, text.indexOf(from))
    if (text.includes(to)) {
      range.setEnd(node, text.indexOf(to) + to.length)
      break
    }
  }
  document.getSelection()?.removeAllRanges()
  document.getSelection()?.addRange(range)
  return (selectedInPost()?.html ?? 'nothing').replaceAll(/>\s+</g, '><')
}

test.each([
  ['words', 'tr', 'o', '<p>tro</p>'],
  ['one item, as its words', 'two', 'two', '<p>two</p>'],
  ['lists within each other', 'one', 'deep', '<ul><li>one<ul><li>deep</li></ul></li></ul>'],
  ['a list with its numbers', 'four', 'five', '<ol start="4"><li><p>four</p></li><li><p>five</p></li></ol>'],
  ['code with its lines', 'if', '}', '<pre><code>if (a) {\n  x()\n}</code></pre>'],
  ['one line of code', 'x()', 'x()', '<pre><code>x()</code></pre>'],
])('a quotation keeps %s', (_what, from, to, html) => {
  expect(quoted(from, to)).toBe(html)
})

test('a quotation of all keeps what the editor can hold, and nothing else', () => {
  expect(quoted('Intro', 'Last')).toBe(
    [
      '<p>Intro <strong>bold</strong></p><ul><li>one<ul><li>deep</li></ul></li><li>two</li></ul>',
      '<ol start="3"><li><p>three</p></li><li><p>four</p></li><li><p>five</p></li></ol>',
      '<pre><code>if (a) {\n  x()\n}</code></pre><p><strong>Head</strong></p>',
      '<p>Ask <a href="/experts/asha">@asha</a> about $$x^2$$ &lt;now&gt;</p>',
      '<table><tbody><tr><td><p>a</p></td><td></td></tr></tbody></table><p>Last</p>',
    ].join(''),
  )
})

test('a quotation names who wrote it and leads there', () => {
  expect(quotation('<p>One</p>', 'asha', '/forums/ipos/x-1a2b3c4d?reply=5e6f7a8b')).toBe(
    '<blockquote><p><a href="/forums/ipos/x-1a2b3c4d?reply=5e6f7a8b">asha wrote</a>:</p><p>One</p></blockquote><p></p>',
  )
})

test('a whole page is cut', () => {
  document.body.innerHTML = `<div class="reply" id="r-1"><div class="post"><p>${'a'.repeat(20_000)}</p><p>b</p></div></div>`
  const post = document.querySelector('.post') ?? document.body
  document.getSelection()?.selectAllChildren(post)
  const { html = '' } = selectedInPost() ?? {}
  expect(html).toBe(`<p>${'a'.repeat(1_500)}…</p>`)
})

test('what reaches beyond a post is no quotation', () => {
  expect(quoted('Last', 'after')).toBe('nothing')
  expect(
    withSelection({ id: '1', title: 't', category: { slug: 's' }, author: { username: 'a' } }, null),
  ).toEqual({
    answers: null,
  })
})

test('a quotation of a second post joins the reply, which goes on answering the first', () => {
  const answered = { id: 'r-1', username: 'asha', text: 'One' }
  const second = { answers: { ...answered, id: 'r-2' }, quotation: { html: '<p>Two</p>' } }
  const selected = { post: document.body, html: '<p>Two</p>', place: new DOMRect() }
  expect(quotedInto({ answers: answered }, second, selected)).toEqual({ ...second, answers: answered })
  expect(quotedInto(null, second, selected)).toBe(second)
  // 'Reply' under another post answers that one.
  expect(quotedInto({ answers: answered }, second, undefined)).toBe(second)
})
