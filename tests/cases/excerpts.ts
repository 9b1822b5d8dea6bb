// What a post says in its writer's own words, for the two that shorten it: shared/plain-text.ts and private.plain_excerpt.

const QUOTE =
  '<blockquote><p><a href="/x?reply=5e6f7a8b">suresh_r wrote</a>:</p><p>Namaste all</p></blockquote>'
const CODE = '<pre><code>if (a) {\n  x()\n}</code></pre>'

export const EXCERPTS: readonly (readonly [what: string, html: string, words: string])[] = [
  ['after a quotation', `${QUOTE}<p>Thank you @debashish</p>`, 'Thank you @debashish'],
  ['between two', `${QUOTE}<p>One</p>${QUOTE}<p>two</p>`, 'One two'],
  ['after quotations within each other', `<blockquote>${QUOTE}<p>b</p></blockquote><p>c</p>`, 'c'],
  ['around code', `<p>Try this:</p>${CODE}<p>It works.</p>`, 'Try this: It works.'],
  ['code within a sentence', '<p>Set <code>T+1</code>.</p>', 'Set T+1.'],
  ['in a list in a quotation', '<blockquote><ul><li>a</li></ul></blockquote><ul><li>b</li></ul>', 'b'],
  ['beside a quotation that does not end', '<p>a</p><blockquote><p>b</p>', 'a'],
  ['after an end without a beginning', '</blockquote></pre><p>a</p>', 'a'],
  [
    'in elements with attributes',
    '<blockquote cite="x"><p>a</p></blockquote><PRE class="b">c</PRE><p>d</p>',
    'd',
  ],
  ['of nothing but code', CODE, 'if (a) { x() }'],
  ['of nothing but a quotation', QUOTE, '“suresh_r wrote: Namaste all”'],
  ['of a quotation and code', `${QUOTE}${CODE}`, 'if (a) { x() }'],
  ['of a picture', '<img src="/x.png" alt="" />', ''],
  ['of a text about quotations', '<p>&lt;blockquote&gt; is a tag</p>', '<blockquote> is a tag'],
  ['that is cut within a tag', '<p>a <a href="https://x', 'a'],
  ['with entities', '<p>A &amp; B, &#8377;5 &lt;b&gt; &unknown;</p>', 'A & B, ₹5 <b> &unknown;'],
  ['of a table', '<table><tbody><tr><th>Fund</th><td>Cost</td></tr></tbody></table>', 'Fund · Cost'],
  ['around an empty quotation', '<blockquote></blockquote><p>&nbsp;</p><pre> </pre>', ''],
]

/** Parts of posts: any row of these has the same words for both. */
export const PARTS_OF_POSTS = [
  '<p>own words</p>',
  '<p>a &amp; b &lt;p&gt; &quot;q&quot; &#x20b9;</p>',
  '<ul><li>x</li><li>y</li></ul>',
  '<p>Set <code>T+1</code>, <strong>ok</strong>.</p>',
  '<table><tbody><tr><th><p>A</p></th><td><p>B</p></td></tr><tr><td>c</td></tr></tbody></table>',
  '<img src="/x.png" alt="">',
  '<p>\u00a0 “hi”</p>',
  '<blockquote><p>quoted</p></blockquote>',
  '<blockquote><blockquote>twice</blockquote><pre>code</pre></blockquote>',
  '<pre><code>code {\n}</code></pre>',
  `<blockquote>${'<p>quoted at length</p>'.repeat(40)}</blockquote>`,
  `<p>${'said at length '.repeat(20)}</p>`,
  ...['<blockquote>', '</blockquote>', '<pre>', '</pre>'],
]
