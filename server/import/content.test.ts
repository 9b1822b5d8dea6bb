// Texts of other forums, converted to what the editor here produces.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, expect, test } from 'vitest'
import { textWorker } from '../content/text-worker.ts'
import { convert } from './content.ts'
import { withEmoji } from './emoji.ts'

afterAll(textWorker.stop)

const PICTURE = `/storage/v1/object/public/content/${'1'.repeat(8)}-1111-4111-8111-${'1'.repeat(12)}/${'a'.repeat(32)}.png`
const REFERENCES = { pictures: new Map([['known.png', PICTURE]]), members: new Map([['asha', 'asha']]) }
const html = async (written: string, format: 'markdown' | 'html' = 'markdown') =>
  (await convert(written, 'reply', format, REFERENCES)).html.replaceAll(' rel="nofollow ugc noopener"', '')
const table = (rows: string) =>
  `<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody>${rows}</tbody></table></div>`

test.each([
  [
    'a quote with its source',
    '[quote="asha, post:2, topic:3"]\nWhat **costs**?\n[/quote]\nMuch.',
    '<blockquote>\n<p><a href="/t/3/2">asha wrote</a>:</p>\n<p>What <strong>costs</strong>?</p>\n</blockquote>\n<p>Much.</p>',
  ],
  [
    'a quote within a line',
    'So: [quote=asha]costs[/quote] much',
    '<p>So:</p>\n<blockquote>\n<p>asha wrote:</p>\n<p>costs</p>\n</blockquote>\n<p>much</p>',
  ],
  ['a quote without an end', '[quote]\nopen', '<blockquote>\n<p>open</p>\n</blockquote>'],
  [
    'BBCode',
    '[b]bold[/b] [url=https://a.example]b[/url] [spoiler]s[/spoiler] [img]known.png[/img]',
    `<p><b>bold</b> <a href="https://a.example">b</a> s <img src="${PICTURE}" alt="" /></p>`,
  ],
  ['a date', 'On [date=2021-05-01 time=10:30:00 timezone="Asia/Kolkata"].', '<p>On 2021-05-01 10:30.</p>'],
  [
    'what kind a hashtag is',
    'See #sip::tag, https://a.example/x::tag',
    '<p>See #sip, <a href="https://a.example/x::tag">https://a.example/x::tag</a></p>',
  ],
  ['a poll', '[poll type=regular]\n* One\n* Two\n[/poll]', '<ul>\n<li>One</li>\n<li>Two</li>\n</ul>'],
  [
    'code',
    'See `[b]` and\n[code]\n[b]x[/b] @asha :+1:\n[/code]',
    '<p>See <code>[b]</code> and</p>\n<pre><code>[b]x[/b] @asha :+1:\n</code></pre>',
  ],
  [
    'mentions and emoji',
    '@asha @nobody :+1: :no_such: 10:30:00',
    '<p><a href="/experts/asha">@asha</a> @nobody 👍 :no_such: 10:30:00</p>',
  ],
  [
    'a table',
    'Costs:\n\n| A | B |\n|---|:-:|\n| **1** |  |',
    `<p>Costs:</p>\n${table('<tr><th scope="col" class="amount"><p>A</p></th><th scope="col"><p>B</p></th></tr><tr><td class="amount"><p><strong>1</strong></p></td><td><p></p></td></tr>')}`,
  ],
  ['a picture that is missing', 'Look:\n\n![](upload://gone.png)', '<p>Look:</p>'],
  [
    'a picture of another host',
    '![a chart](https://other.example/x.png)',
    '<p><a href="https://other.example/x.png">a chart</a></p>',
  ],
  ['Hindi', 'बचत **ही** कमाई है।', '<p>बचत <strong>ही</strong> कमाई है।</p>'],
])('%s', async (_name, written, made) => {
  expect(await html(written)).toBe(made)
})

test.each([
  ['text in no block', 'One<br>two<div>three</div>four', '<p>One<br />two</p><p>three</p><p>four</p>'],
  [
    'blocks within blocks',
    '<div><div>a</div></div><ul><li><div>b</div></li></ul>',
    '<p>a</p><ul><li><p>b</p></li></ul>',
  ],
  [
    'elements that the editor has under another name',
    '<h5>H</h5><p><del>a</del> <kbd>b</kbd></p>',
    '<h3>H</h3><p><s>a</s> <code>b</code></p>',
  ],
  [
    'details',
    '<details open><summary>More</summary>Inside</details>',
    '<details><summary>More</summary>Inside</details>',
  ],
  [
    'a formula',
    '<p>So $$a &lt; b$$, for $500</p>',
    '<p>So <span class="formula" data-tex="a &lt; b"><math><mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math></span>, for $500</p>',
  ],
  [
    'a table',
    '<table><tr><th>A</th><th>B</th></tr>\n<tr><td>1</td><td>2</td></tr></table>',
    table(
      '<tr><th scope="col" class="amount"><p>A</p></th><th scope="col" class="amount"><p>B</p></th></tr><tr><td class="amount"><p>1</p></td><td class="amount"><p>2</p></td></tr>',
    ),
  ],
  [
    'a table of more than 500 cells',
    `<table>${'<tr><td>1</td></tr>'.repeat(501)}</table>`,
    '<p>1</p>'.repeat(501),
  ],
  ['a script', '<script>alert(1)</script><p onclick="x()">ab<img src=x onerror=y()></p>', '<p>ab</p>'],
  ['a link that runs', '<a href="javascript:alert(1)">a</a> bc', '<p><a>a</a> bc</p>'],
])('HTML: %s', async (_name, written, made) => {
  expect(await html(written, 'html')).toBe(made)
})

test('a title gets the emoji that it names', () => {
  expect(withEmoji('Why? :thinking: :constructor: 10:30:15')).toBe('Why? 🤔 :constructor: 10:30:15')
})

test('a text that is nested too deep to parse is kept as plain text', async () => {
  const { html: made, changes } = await convert('> '.repeat(5_000), 'reply', 'markdown', REFERENCES)
  expect(changes[0]).toContain('kept as plain text')
  expect(made).toMatch(/^<p>&gt; &gt;/)
})

test('a long text is converted as a short one is, beside the main thread', async () => {
  const short = '@asha :+1: ![](known.png)\n\n'
  const [one, many] = [await html(short), await html(short.repeat(50))]
  expect(many).toBe(Array.from({ length: 50 }, () => one).join('\n'))
})

test('a text that takes too long is kept as plain text, and the next one is converted', async () => {
  // Each bracket is looked for to the end of the text.
  const slow = '[b](<'.repeat(40_000)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const { html: made, changes } = await convert(slow, 'reply', 'markdown', REFERENCES)
  delay.disable()
  expect(changes[0]).toContain('kept as plain text')
  expect(made).toMatch(/^<p>\[b\]/)
  expect(delay.max / 1e6).toBeLessThan(1_000)
  expect(await html('**so** '.repeat(200))).toContain('<strong>so</strong>')
})
