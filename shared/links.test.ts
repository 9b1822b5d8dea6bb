import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linksIn } from './links.ts'

const texts = (text: string) =>
  linksIn(text).flatMap(({ text: piece, href }) => (href === null ? [] : [piece]))
const targets = (text: string) => linksIn(text).flatMap(({ href }) => href ?? [])

describe('an address is a link without what stands around it', () => {
  const ADDRESSES = [
    'https://x/a',
    'https://www.sebi.gov.in/legal/circulars/jan-2026/x_12.html',
    'http://a.example/x?y=1&z=2#part',
    'https://en.wikipedia.org/wiki/Sebi_(India)',
    'HTTPS://A.EXAMPLE/B',
    'https://a.example/हिंदी',
    'ftp://files.example/a',
    'www.x.com',
    'www.incometax.gov.in/iec/foportal',
    'sebi.gov.in',
    'nseindia.com/option-chain',
    'hdfcbank.bank.in',
    'cleartax.in/s/80c',
    'help@x.in',
    'asha.k+1@gmail.com',
  ]
  const AROUND: readonly [string, string][] = [
    ['', ''],
    ['', '.'],
    ['', ','],
    ['', '; and'],
    ['', ': then'],
    ['', '!'],
    ['', '?'],
    ['', '...'],
    ['', '…'],
    ['', '?!'],
    ['', '।'],
    ['', '। फिर'],
    ['', '।फिर'],
    ['', '॥'],
    ['', '۔'],
    ['', '。次'],
    ['', '—and'],
    ['', ' – and'],
    ['', '’s page'],
    ['', '👍'],
    ['', '\u200b'],
    ['', '\nnext'],
    ['', '\u00a0next'],
    ['(', ')'],
    ['(see ', ')'],
    ['(', ').'],
    ['[', ']'],
    ['{', '}'],
    ['<', '>'],
    ['"', '"'],
    ["'", "'"],
    ['“', '”'],
    ['‘', '’'],
    ['«', '»'],
    ['`', '`'],
    ['*', '*'],
    ['(“', '”),'],
    ['【', '】'],
    ['（', '）'],
    ['देखिए: ', ''],
    ['यहाँ ', ' देखें'],
    ['Link:', ''],
    ['See ', ' or ask'],
    ['|', '|'],
  ]
  test.each(AROUND)('%j … %j', (before, after) => {
    for (const address of ADDRESSES) expect(texts(`${before}${address}${after}`)).toEqual([address])
  })

  test('several in a text, each by itself', () => {
    expect(texts('https://a.example, https://b.example; (www.c.example) and d@e.in/f.')).toEqual([
      ...['https://a.example', 'https://b.example', 'www.c.example', 'd@e.in'],
    ])
    expect(texts('https://a.example/x,https://b.example/y;http://c.example?u=https://d.example')).toEqual([
      ...['https://a.example/x', 'https://b.example/y', 'http://c.example?u=https://d.example'],
    ])
    expect(texts('sebi.gov.in,nseindia.com;bseindia.com/a')).toEqual([
      ...['sebi.gov.in', 'nseindia.com', 'bseindia.com/a'],
    ])
  })

  test.each([
    [
      'See https://a.example/x. Then https://b.example/y?z=1!',
      ['https://a.example/x', 'https://b.example/y?z=1'],
    ],
    ['(as in https://a.example/x_(y))', ['https://a.example/x_(y)']],
    ['no address: a.example/x', []],
    ['"https://a.example"<https://b.example>', ['https://a.example', 'https://b.example']],
    ['))) https://a.example)))', ['https://a.example']],
  ])('in a message of the chat: %s', (message, expected) => {
    expect(texts(message)).toEqual(expected)
  })

  test('emphasis of a messenger is not of the address', () => {
    expect(texts('_https://x/a_ ~https://x/b~ https://x/c_')).toEqual([
      ...['https://x/a', 'https://x/b', 'https://x/c_'],
    ])
    expect(texts("https://sebi.gov.in's circulars")).toEqual(['https://sebi.gov.in'])
  })

  test('its target has a scheme', () => {
    expect(targets('www.x.com sebi.gov.in/a help@x.in mailto:a@b.in Sebi.gov.in https://x/a')).toEqual([
      ...['https://www.x.com', 'https://sebi.gov.in/a', 'mailto:help@x.in', 'mailto:a@b.in'],
      ...['https://Sebi.gov.in', 'https://x/a'],
    ])
  })
})

test.each([
  'done sir.In short',
  'me.My',
  'HDFC.In',
  'RELIANCE.BO',
  'ITC.IN',
  'TCS.NS and INFY.NS',
  'vs.no',
  'i.e.it',
  'e.g.me',
  'ok.in this case',
  'profit is gross.net of tax',
  'Thanks.Com',
  'RELIANCE.COM',
  'myBank.com',
  'FY26.in',
  'Rs 500.com',
  '80C.in',
  'v2.com',
  '2026.org',
  '1.5.com',
  '@dot.com',
  'Hi.@asha.com',
  'asha@okhdfc',
  'asha@ybl.Thanks',
  '@asha @bala.k',
  'a/b.com',
  'app.tsx and index.js',
  'hello.world',
  'T+1.So',
  'www.',
  'www.x',
  'https://',
  'https:// and http://',
  'javascript:alert(1) and data:text/html,x',
  'foo://sebi.gov.in',
  'नमस्ते.in',
  'देखेंsebi.gov.in',
])('no address: %s', (text) => {
  expect(texts(text)).toEqual([])
})

test('the parts are the whole text, and a part is an address by itself too', () => {
  const part = fc.constantFrom(
    ...[
      'https://',
      'http://a.b',
      'www.',
      'x',
      '.',
      'com',
      '.in',
      '/',
      '(',
      ')',
      '[',
      ']',
      ' ',
      '@',
      '_',
      '*',
    ],
    ...['।', '’', '"', 'É', 'क्', '\u200d', '👍', '?', '#', '-', '1', 'A', "'s", ':', 'sebi.gov.in', '\n'],
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const pieces = linksIn(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const { text: address, href } of pieces) {
        if (href === null) continue
        expect(linksIn(address)).toEqual([{ text: address, href }])
        expect(href).toMatch(/^(?:https?:\/\/|mailto:)/i)
      }
    }),
    { numRuns: 5_000 },
  )
})

test.each([
  ['hyphens', 'a-'.repeat(50_000)],
  ['labels', 'a.'.repeat(50_000)],
  ['names of mail', 'a.b-c+'.repeat(20_000)],
  ['brackets', `https://x/${')'.repeat(50_000)}`],
  ['closing ones within', `https://x/${'()'.repeat(25_000)}`],
  ['schemes', 'https://'.repeat(10_000)],
])('in time: %s', (_name, text) => {
  const began = performance.now()
  linksIn(text)
  expect(performance.now() - began).toBeLessThan(1_000)
})
