import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINK_SCHEMES } from '../../shared/limits.ts'
import { MOST_CELLS } from '../../shared/tables.ts'
import { sanitizeContent } from './sanitize.ts'

describe('the editor’s own output stays', () => {
  test.each([
    '<p>Text <strong>b</strong> <em>i</em> <u>u</u> <s>s</s> <code>c</code></p>',
    '<h1>1</h1><h2>2</h2><h3>3</h3>',
    '<ul><li><p>one</p></li></ul><ol><li><p>two</p></li></ol>',
    '<ol start="2026"><li><p>was a good year</p></li></ol><ol start="-2"><li><p>x</p></li></ol>',
    '<blockquote><p>quoted</p></blockquote><pre><code>x</code></pre>',
    '<p>हिंदी, தமிழ், 🚀 &amp; ₹</p>',
    '<p>CO<sub>2</sub>, 10 m<sup>2</sup></p>',
    '<details><summary>The sums</summary><p>one</p><ul><li><p>two</p></li></ul></details>',
  ])('%s', (html) => {
    expect(sanitizeContent(html)).toBe(html)
  })

  test('the name of a member, as a link to their page', () => {
    const kept = '<p>Ask <a href="/experts/d.rao" rel="nofollow ugc noopener">@d.rao</a> first</p>'
    expect(sanitizeContent('<p>Ask <a href="/experts/d.rao">@d.rao</a> first</p>')).toBe(kept)
    expect(sanitizeContent(kept)).toBe(kept)
  })

  test('pictures of this site, with their description and nothing else', () => {
    const src = '/storage/v1/object/public/content/0b9c1f2e-0000-4000-8000-1234567890ab/m1k2.png'
    const kept = `<p>a</p><img src="${src}" alt="A &quot;chart&quot;" />`
    expect(sanitizeContent(kept)).toBe(kept)
    expect(
      sanitizeContent(`<img src="${src}" alt="" onload="x()" style="x" srcset="//evil.example/a 2x">`),
    ).toBe(`<img src="${src}" alt="" />`)
  })

  test.each(LINK_SCHEMES)('links of scheme %s', (scheme) => {
    expect(sanitizeContent(`<a href="${scheme}:x">x</a>`)).toBe(
      `<a href="${scheme}:x" rel="nofollow ugc noopener">x</a>`,
    )
  })
})

describe('scripts, styles and frames are removed', () => {
  test.each([
    ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
    ['<p onclick="alert(1)" style="color:red" class="a" id="b">x</p>', '<p>x</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg/onload=alert(1)>', ''],
    ['<img src="https://evil.example/pixel.png" alt="x">', ''],
    ['<img src="//evil.example/storage/v1/object/public/content/a/b.png">', ''],
    ['<img src="/storage/v1/object/public/content/../../../auth/v1/logout.png">', ''],
    ['<img src="data:image/png;base64,AAAA">', ''],
    ['<img alt="no address">', ''],
    ['<iframe src="https://example.org"></iframe>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="nofollow ugc noopener">x</a>'],
    ['<a href=" jAvAsCrIpT&#58;alert(1)">x</a>', '<a rel="nofollow ugc noopener">x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a rel="nofollow ugc noopener">x</a>'],
    ['<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a rel="nofollow ugc noopener">x</a>'],
    ['<a href="//evil.example/">x</a>', '<a rel="nofollow ugc noopener">x</a>'],
    ['<math><mi//xlink:href="data:x,<script>alert(4)</script>">', ''],
    ['<h4>four</h4>', 'four'],
    [
      '<ol start="1"><li>x</li></ol><ol start="2.5"></ol><ol start="9e9"></ol>',
      '<ol><li>x</li></ol><ol></ol><ol></ol>',
    ],
    [
      '<ol start=" 007" type="i" reversed style="x"><li>x</li></ol><ol start="1234567890"></ol>',
      '<ol start="7"><li>x</li></ol><ol></ol>',
    ],
    ['<ul start="3"><li value="9">x</li></ul>', '<ul><li>x</li></ul>'],
    [
      '<details open ontoggle="x()" name="a"><summary>s</summary></details>',
      '<details><summary>s</summary></details>',
    ],
    ['<span class="formula" style="x" onclick="x()">x</span>', 'x'],
    ['<form><input name=x></form>', ''],
    ['<style>*{display:none}</style>', ''],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<p></p>'],
  ])('%s', (html, kept) => {
    expect(sanitizeContent(html)).toBe(kept)
  })
})

const table = (rows: string) =>
  `<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody>${rows}</tbody></table></div>`

describe('a table is a plain grid of cells', () => {
  test.each([
    [
      'as the editor writes it',
      table(
        '<tr><th scope="col"><p>Fund</p></th><th scope="col"><p>Cost</p></th></tr><tr><td><p><strong>Nifty</strong></p></td><td><p></p></td></tr>',
      ),
      table(
        '<tr><th scope="col"><p>Fund</p></th><th scope="col"><p>Cost</p></th></tr><tr><td><p><strong>Nifty</strong></p></td><td><p></p></td></tr>',
      ),
    ],
    [
      'from a spreadsheet, with a caption',
      '<table border=0 style="border-collapse:collapse"><caption>Costs</caption><colgroup><col width=64></colgroup><tbody><tr height=20 onclick="x()"><td style="x" class=xl65 align=right>1</td></tr></tbody></table>',
      `<p>Costs</p>${table('<tr><td class="amount"><p>1</p></td></tr>')}`,
    ],
    [
      'with merged cells and short rows',
      '<table><tr><td colspan=2>A</td><td rowspan=2>B</td></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>',
      table(
        '<tr><td><p>A</p></td><td><p></p></td><td><p>B</p></td></tr><tr><td><p>1</p></td><td><p></p></td><td><p></p></td></tr><tr><td><p>2</p></td><td><p></p></td><td><p></p></td></tr>',
      ),
    ],
    [
      'with headings at its side',
      '<table><tr><td>1</td><th scope="evil">B</th></tr><tr><th>A</th><td>2</td></tr></table>',
      table(
        '<tr><td class="amount"><p>1</p></td><th scope="col" class="amount"><p>B</p></th></tr><tr><th scope="row"><p>A</p></th><td class="amount"><p>2</p></td></tr>',
      ),
    ],
    [
      'whose cells have blocks, a picture and a table',
      '<table><tr><td><ul><li>one</li><li><b>two<p>three</p></b></li></ul><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
      table('<tr><td><p>one</p><p><b>two</b></p><p><b>three</b></p><p>a b</p></td></tr>'),
    ],
    ['without cells', '<table><tr></tr></table><p>x</p>', '<p>x</p>'],
    ['without its table', '<tr><td>a</td></tr></table><p>x</p>', 'a<p>x</p>'],
    ['without an end', '<table><tr><td>a', table('<tr><td><p>a</p></td></tr>')],
  ])('%s', (_name, html, kept) => {
    expect(sanitizeContent(html)).toBe(kept)
    expect(sanitizeContent(kept)).toBe(kept)
  })

  test.each([
    ['tables within tables', '<table><tr><td>'.repeat(30)],
    ['tables that end more often than they begin', `<table>${'</table>'.repeat(10_000)}`],
    ['numbers of merged cells', '<table><tr><td colspan=1e9 rowspan=999999999>a<td colspan=-1>b</table>'],
    [
      'formatting that each paragraph would repeat',
      `<table><td>${'<b>'.repeat(90)}${'<p>x</p>'.repeat(2_000)}`,
    ],
  ])('in time: %s', (_name, html) => {
    const began = performance.now()
    const kept = sanitizeContent(html)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(kept.length).toBeLessThan(10 * html.length + 10_000)
    expect(sanitizeContent(kept)).toBe(kept)
  })

  test.each([
    ['10,000 cells', `<table>${`<tr>${'<td>x</td>'.repeat(100)}</tr>`.repeat(100)}</table>`],
    ['one cell too many', `<table>${'<tr><td>x</td></tr>'.repeat(MOST_CELLS + 1)}</table>`],
    [
      'a long row over many short ones',
      `<table><tr>${'<td>'.repeat(100)}</tr>${'<tr><td></tr>'.repeat(100)}</table>`,
    ],
  ])('refused: %s', (_name, html) => {
    expect(() => sanitizeContent(html)).toThrow('A table can have up to 500 cells')
  })

  test('any order of tags gives a grid that stays as it is, with the same text', () => {
    const part = fc.constantFrom(
      ...[
        '<table>',
        '</table>',
        '<tr>',
        '</tr>',
        '<td>',
        '</td>',
        '<th>',
        '<td colspan=2>',
        '<td rowspan=3>',
      ],
      ...['<p>', '</p>', '<b>', '</b>', '<li>', '<br>', 'x', ' y ', '&lt;'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const html = parts.join('')
        // Twice, because a paragraph or a list item ends where a table begins in it.
        const kept = sanitizeContent(sanitizeContent(html))
        expect(sanitizeContent(kept)).toBe(kept)
        const letters = (text: string) => text.replace(/<[^>]*>|\s/g, '')
        expect(letters(kept).length).toBe(letters(html).length)
        for (const [, rows = ''] of kept.matchAll(/<tbody>(.*?)<\/tbody>/gs)) {
          const lengths = rows
            .split('</tr>')
            .slice(0, -1)
            .map((row) => row.split(/<t[dh]/).length)
          expect(new Set(lengths).size).toBe(1)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

const link = (text: string, href = text) => `<a href="${href}" rel="nofollow ugc noopener">${text}</a>`

test('a letter has eight marks at most, however they are written', () => {
  expect(sanitizeContent(`<p>Z${'&#x300;'.repeat(84)}</p>`)).toBe(`<p>Z${'\u0300'.repeat(8)}</p>`)
})

describe('an address in the text is a link', () => {
  test.each([
    ['as the last word', '<p>Read https://x/a</p>', `<p>Read ${link('https://x/a')}</p>`],
    ['before a full stop', '<p>https://x/a. Next</p>', `<p>${link('https://x/a')}. Next</p>`],
    ['without markup around it', 'www.x.com', link('www.x.com', 'https://www.x.com')],
    ['of mail', '<p>(help@x.in)</p>', `<p>(${link('help@x.in', 'mailto:help@x.in')})</p>`],
    ['with a query', '<p>https://x/?a=1&b=2</p>', `<p>${link('https://x/?a=1&amp;b=2')}</p>`],
    ['in brackets', '<p>&lt;https://x/a&gt;</p>', `<p>&lt;${link('https://x/a')}&gt;</p>`],
    [
      'in emphasis, a list and a quotation',
      '<blockquote><ul><li><p><b>https://x/a</b>।</p></li></ul></blockquote>',
      `<blockquote><ul><li><p><b>${link('https://x/a')}</b>।</p></li></ul></blockquote>`,
    ],
    [
      'in a cell',
      '<table><tr><td>sebi.gov.in</table>',
      table(`<tr><td><p>${link('sebi.gov.in', 'https://sebi.gov.in')}</p></td></tr>`),
    ],
  ])('%s', (_name, html, kept) => {
    expect(sanitizeContent(html)).toBe(kept)
    expect(sanitizeContent(kept)).toBe(kept)
  })

  test.each([
    '<p><code>https://x/a</code></p><pre><code>www.x.com\nhelp@x.in</code></pre>',
    `<p>${link('<b>https://other.example</b>', 'https://x/a')}</p>`,
    '<p>done sir.In short, ITC.IN and @asha.k &amp; &quot;FY26.in&quot;</p>'.replaceAll('&quot;', '"'),
  ])('but not in %s', (html) => {
    expect(sanitizeContent(html)).toBe(html)
  })

  test('not of a formula, nor of its error', () => {
    expect(sanitizeContent('<p>$$\\text{https://x/a}$$ $$\\url{https://x/a}$$</p>')).not.toContain('<a')
  })

  test('up to 500 in a text', () => {
    const kept = sanitizeContent('<p>https://x/a</p>'.repeat(600))
    expect(kept.split('<a ').length - 1).toBe(500)
    expect(sanitizeContent(kept).split('<a ').length - 1).toBe(600)
  })

  test('and stays one when the text is stored again', () => {
    const part = fc.constantFrom(
      ...['<p>', '</p>', '<b>', '</b>', '<a href="https://y/">', '</a>', '<code>', '</code>', '<br>', ' '],
      ...['https://x/a', '&amp;', '&lt;', '"', "'s", '.', '(', ')', 'www.x.com', 'a@b.in', '।', '@'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const kept = sanitizeContent(parts.join(''))
        expect(sanitizeContent(kept)).toBe(kept)
        const letters = (text: string) => text.replace(/<[^>]*>/g, '')
        expect(letters(kept)).toBe(letters(parts.join('')))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('elements within each other', () => {
  test.each(['<div>', '<blockquote>', '<table><tr><td>', '<b><i>', '<details>', '<ul><li>', '<x-y>'])(
    'are refused beyond a hundred, however many follow: %s',
    (tag) => {
      const began = performance.now()
      expect(() => sanitizeContent(tag.repeat(200_000 / tag.length))).toThrow('The text is nested too deeply')
      expect(performance.now() - began).toBeLessThan(1_000)
    },
  )

  test('may be a hundred, and any number beside each other', () => {
    expect(sanitizeContent(`${'<div>'.repeat(100)}x`)).toBe('x')
    expect(sanitizeContent('<p>a</p><br><img>'.repeat(1_000))).toContain('<p>a</p>')
    expect(() => sanitizeContent(`${'<div></x>'.repeat(101)}x`)).toThrow('The text is nested too deeply')
    expect(() => sanitizeContent(`${'<div><!--</div>-->'.repeat(101)}x`)).toThrow('nested too deeply')
  })
})
