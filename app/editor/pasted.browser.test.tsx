// What becomes of pasted texts, as they come from other programs.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emphasised, htmlOfText, readPasted } from './pasted.ts'

const html = (pasted: string) =>
  (readPasted(pasted)?.html ?? 'refused')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/\n\s*</g, '<')
    .replaceAll(/ (?:style|class|dir|role|id)="[^"]*"/g, '')
    .trim()
const ul = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`

/** A paragraph of a list, as Word writes it. */
const word = (list: number, level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l${list} level${level} lfo${list + 1}'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`

describe('lists', () => {
  test('of Word, bulleted and numbered', () => {
    const pasted = `${word(0, 1, '·', 'First <b>bold</b>')}${word(0, 1, '·', 'Second')}<p class=MsoNormal>Text</p>${word(1, 1, '1.', 'One')}${word(1, 1, '2.', 'Two')}`
    expect(
      html(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${pasted}</body></html>`),
    ).toBe(
      `${ul('First <b>bold</b><o:p></o:p>', 'Second<o:p></o:p>')}<p>Text</p><ol><li><p>One<o:p></o:p></p></li><li><p>Two<o:p></o:p></p></li></ol>`,
    )
  })

  test('of Word within each other, and one that goes on', () => {
    const pasted = `${word(1, 1, '3.', 'a')}${word(0, 2, 'o', 'b')}${word(0, 2, 'o', 'c')}${word(0, 1, '4.', 'd')}`
    expect(html(pasted).replaceAll('<o:p></o:p>', '')).toBe(
      `<ol start="3"><li><p>a</p>${ul('b', 'c')}</li><li><p>d</p></li></ol>`,
    )
  })

  test('of Google Docs, with its emphasis', () => {
    const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li dir="ltr"><p dir="ltr" role="presentation"><span style="font-weight:700">a</span></p></li><ul><li dir="ltr"><p>b</p></li></ul><li><p>c</p></li></ul></b>`
    expect(readPasted(docs)?.html).toContain('<span style="font-weight:700">a</span>')
    expect(html(docs)).toBe(`<b><ul><li><p><span>a</span></p>${ul('b')}</li><li><p>c</p></li></ul></b>`)
  })

  test('of Excel with headings in their first row', () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const pasted = (...rows: string[]) => html(`<table>${rows.join('')}</table>`)
    expect(pasted(row('Fund', 'Cost'), row('Nifty', '0.2%'))).toBe(
      `<table><tbody><tr><th scope="col">Fund</th><th scope="col">Cost</th></tr>${row('Nifty', '0.2%')}</tbody></table>`,
    )
    for (const rows of [[row('Nifty', '0.2%'), row('Sensex', '0.3%')], [row('Fund', 'Cost')]])
      expect(pasted(...rows)).toBe(`<table><tbody>${rows.join('')}</tbody></table>`)
  })

  test('of Excel stay a table', () => {
    expect(html('<table border=0><tr><td>• a</td></tr><tr><td>b</td></tr></table>')).toBe(
      '<table border="0"><tbody><tr><td>• a</td></tr><tr><td>b</td></tr></tbody></table>',
    )
  })

  test.each([
    ['bullets', '<p>• a</p><p>•&nbsp;<b>b</b></p>', ul('a', '<b>b</b>')],
    ['dashes', '<div>- a</div><div>- b</div>', ul('a', 'b')],
    ['numbers', '<p>1. a</p><p>2. b</p>', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['one dash', '<p>- Warren Buffett</p>', '<p>- Warren Buffett</p>'],
    ['a year', '<p>2026. was good</p><p>Then</p>', '<p>2026. was good</p><p>Then</p>'],
    ['figures', '<p>5. a</p><p>9. b</p>', '<p>5. a</p><p>9. b</p>'],
    ['a range', '<p>10-15%</p><p>-5%</p>', '<p>10-15%</p><p>-5%</p>'],
  ])('of paragraphs with %s', (_what, pasted, made) => {
    expect(html(pasted)).toBe(made)
  })

  test.each([
    ['*Plan*\n- one\n- two\nend', `<p><strong>Plan</strong></p>${ul('one', 'two')}<p>end</p>`],
    ['* one\n* _two_', ul('one', '<em>two</em>')],
    ['1. one\n\n2. two', '<ol><li><p>one</p></li><li><p>two</p></li></ol>'],
    ['3) c\r\n4) d', '<ol start="3"><li><p>c</p></li><li><p>d</p></li></ol>'],
    ['• a\n  ◦ b\n• c', `<ul><li><p>a</p>${ul('b')}</li><li><p>c</p></li></ul>`],
    ['- one alone\nnext', '<p>- one alone</p><p>next</p>'],
    ['2026. was a good year', '<p>2026. was a good year</p>'],
    ['• one', ul('one')],
    ['a < b & c', '<p>a &lt; b &amp; c</p>'],
    ['one\n\n\ntwo', '<p>one</p><p>two</p>'],
  ])('of a message: %j', (text, made) => {
    expect(htmlOfText(text)).toBe(made)
    // The same with lines of a page.
    if (text.includes('\n'))
      expect(html(`<span>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`)).toBe(made)
  })
})

test.each([
  [
    '*bold* _italic_ ~gone~ `x` ```y```',
    '<strong>bold</strong> <em>italic</em> <s>gone</s> <code>x</code> <code>y</code>',
  ],
  ['**bold** __bold__ ~~gone~~', '<strong>bold</strong> <strong>bold</strong> <s>gone</s>'],
  ['*_both_*, (*a b*).', '<strong><em>both</em></strong>, (<strong>a b</strong>).'],
  ['*नमस्ते*।', '<strong>नमस्ते</strong>।'],
  ['5 * 3 * 2, 2*3*4, ~5,000 to ~6,000', '5 * 3 * 2, 2*3*4, ~5,000 to ~6,000'],
  ['snake_case_name and https://x/_a_/b', 'snake_case_name and https://x/_a_/b'],
  ['*T&C apply', '*T&amp;C apply'],
  ['`*code*`', '<code>*code*</code>'],
  ['**', '**'],
])('signs of emphasis: %s', (text, made) => {
  expect(emphasised(text)).toBe(made)
})

test('no letter of a pasted text is lost', () => {
  const part = fc.constantFrom('*', '_', '~', '`', 'a', 'b', ' ', '- ', '1. ', '\n', '• ', '<', '&')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const holder = document.createElement('div')
      holder.innerHTML = htmlOfText(text)
      const letters = (one: string) => one.replaceAll(/[^ab<&]/g, '')
      expect(letters(holder.textContent ?? '')).toBe(letters(text))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['<p>a</p><img src="https://other.example/x.png">', 'A picture from another site was left out.'],
  ['<p>a <img src="data:image/png;base64,AAAA"></p>', 'A picture in the pasted text was left out.'],
  ['<p>a <img src="file:///C:/x.png"></p>', 'A picture from another site was left out.'],
  ['<p>a <img width="1" height="1" src="https://t.example/p.gif"></p>', ''],
  ['<p>a</p>', ''],
])('a picture that cannot be kept is told of: %s', (pasted, note) => {
  const read = readPasted(pasted)
  expect(read?.html).not.toContain('<img')
  expect(read?.note.startsWith(note) && (note !== '' || read.note === '')).toBe(true)
})

test('a table that is too large is refused', () => {
  expect(readPasted(`<table>${'<tr><td>x</td></tr>'.repeat(501)}</table>`)).toBeNull()
})

test('what comes from the editor itself stays as it is', () => {
  const own = '<p data-pm-slice="0 0 []">*a* <img src="/x"></p>'
  expect(readPasted(own)).toEqual({ html: own, note: '' })
})
