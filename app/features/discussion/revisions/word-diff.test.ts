import { expect, test } from 'vitest'
import { changesBetween, textOf } from './word-diff.ts'

const spelled = (before: string, after: string) =>
  changesBetween(before, after)
    .map(({ text, change }) => (change === 'same' ? text : change === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('')

test('a version reads as its title, its blocks and its tags', () => {
  expect(
    textOf({
      title: 'On STT',
      content: '<p>One &amp; two</p><ul><li><p>three</p></li><li><p>four</p></li></ul><p>five</p>',
      tags: ['tax', 'stt'],
    }),
  ).toBe('On STT\n\nOne & two\n• three\n• four\n\nfive\n\nTags: tax, stt')
})

test('a row of a table is a line, and a changed cell is one change', () => {
  const row = (cost: string) =>
    textOf({
      content: `<p>Costs</p><div class="table-scroll"><table><tbody><tr><th scope="col"><p>A &amp; B</p></th><th scope="col"><p>Cost</p></th></tr><tr><td><p>Nifty</p><p>50</p></td><td><p>${cost}</p></td></tr></tbody></table></div>`,
    })
  expect(row('0.1')).toBe('Costs\n\nA & B · Cost\n\nNifty 50 · 0.1')
  expect(spelled(row('0.1'), row('0.2'))).toBe('Costs\n\nA & B · Cost\n\nNifty 50 · [-0.1][+0.2]')
})

test('a formula is its TeX, and a collapsible part its lines', () => {
  const formula = '<span class="formula" data-tex="a &lt; b^2"><math><mi>a</mi></math></span>'
  expect(
    textOf({ content: `<p>So ${formula}.</p><details><summary>More</summary><p>Inside</p></details>` }),
  ).toBe('So $$a < b^2$$.\n\nMore\n\nInside')
})

test('a link that leads elsewhere under the same words, and another picture, are changes', () => {
  const link = (href: string) => textOf({ content: `<p><a href="${href}" rel="x">circular</a></p>` })
  expect(link('https://sebi.gov.in')).toBe('circular (https://sebi.gov.in)')
  expect(link('https://evil.example')).not.toBe(link('https://sebi.gov.in'))
  expect(textOf({ content: '<p><a href="/experts/asha" rel="x">@asha</a></p>' })).toBe('@asha')
  // The source of a quotation.
  const source = '<p><a href="/forums/ipos/ipo-allotment-5e6f7a8b?reply=46ce7b87" rel="x">bala wrote</a>:</p>'
  expect(textOf({ content: source })).toBe('bala wrote:')
  expect(link('//evil.example/forums')).toBe('circular (//evil.example/forums)')
  expect(textOf({ content: '<img src="/a.png" alt="A chart" />' })).toBe('[picture: A chart /a.png]')
})

test('words that came and went are told apart from those that stayed', () => {
  expect(spelled('The levy is 0.1 percent', 'The levy is 0.2 percent')).toBe(
    'The levy is [-0.1][+0.2] percent',
  )
  expect(spelled('हर महीने बचत', 'हर साल बचत')).toBe('हर [-महीने][+साल] बचत')
})

test('two long texts without a common word are told in time', () => {
  const long = (word: string) => Array.from({ length: 8_000 }, (_, index) => `${word}${index}`).join(' ')
  const began = performance.now()
  const pieces = changesBetween(long('a'), long('b'))
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(pieces.some(({ change }) => change === 'removed')).toBe(true)
})
