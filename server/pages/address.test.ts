import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalAddress, plainAddress } from './address.ts'

const WORDS = new Set(['forums', 'experts', 'tags'])
const of = (target: string) => canonicalAddress(target, WORDS, ['en', 'hi'])

test.each([
  ['an escaped letter', '/forums/%69pos', '/forums/ipos'],
  ['a slash at the end', '/forums/ipos/', '/forums/ipos'],
  ['many slashes', '//forums///ipos//', '/forums/ipos'],
  ['a host where the path begins', '//evil.example/forums', '/evil.example/forums'],
  ['a backslash', '/\\evil.example', '/evil.example'],
  ['nothing but slashes', '//', '/'],
  ['what is no host', '//[', '/%5B'],
  ['a question mark alone', '/forums?', '/forums'],
  ['dots', '/forums/./x/../ipos', '/forums/ipos'],
  ['escaped dots', '/forums/%2e%2e/forums', '/forums'],
  ['capitals in a word of the site', '/FoRums/ipos', '/forums/ipos'],
  ['capitals in a slug', '/forums/IPOs/Some-Title-1A2B3C4D', '/forums/ipos/some-title-1a2b3c4d'],
  ['capitals in a tag', '/Tags/SIP%20%C3%89', '/tags/sip%20%C3%A9'],
  ['an address with its host', 'http://site.example/forums/', '/forums'],
  ['small letters in an escape', '/tags/%e0%a4%95', '/tags/%E0%A4%95'],
  ['a percent sign that escapes nothing', '/tags/100%', '/tags/100%25'],
  ['a quotation mark in the query', "/experts?speciality=it's", '/experts?speciality=it%27s'],
  ['data of a page with a slash', '/forums/_.data', '/forums.data'],
  ['data of a page, escaped', '/%66orums%2Edata?_routes=a', '/forums.data?_routes=a'],
  ['data of the front page', '/.data', '/_.data'],
  ['a language with a slash', '/hi/', '/hi'],
  ['a language in capitals', '/HI/FoRums/IPOs', '/hi/forums/ipos'],
  ['data of the front page in a language', '/hi/.data', '/hi/_.data'],
  ['the prefix of a language that has no pages', '/XX/Forums', '/XX/Forums'],
])('%s leads to the plain spelling', (_what, target, plain) => {
  expect(of(target)).toBe(plain)
  expect(of(plain), 'which is its own').toBe(plain)
})

test.each([
  '/',
  '/forums/ipos/some-title-1a2b3c4d?page=2',
  '/tags/c%2B%2B',
  '/tags/a%2Fb',
  '/experts/Asha.K_1',
  '/experts?speciality=Tax+planning',
  '/_.data?_routes=routes%2Fhome',
  '/forums/ipos.data',
  '/hi?page=2',
  '/hi/forums.data',
  '/hindi',
])('%s is plain', (target) => expect(of(target)).toBe(target))

test.each([
  ['/forums/ipos?utm_source=whatsapp&utm_campaign=Diwali+2026', '/forums/ipos'],
  ['/forums/ipos?page=2&fbclid=IwAR0x', '/forums/ipos?page=2'],
  ['/experts?gclid=a&speciality=Tax+planning&_gl=1', '/experts?speciality=Tax+planning'],
  ['/forums/ipos?page=2&code=a', '/forums/ipos?page=2&code=a'],
  ['/search?q=utm_source', '/search?q=utm_source'],
  ['/experts?speciality=Tax%20planning', '/experts?speciality=Tax%20planning'],
])('%s is rendered and kept as %s', (address, plain) => expect(plainAddress(address)).toBe(plain))

test('a NUL and an invalid address are refused', () => {
  expect(of('/forums/%00')).toBeNull()
  expect(of('*')).toBeNull()
})

test('the canonical form of any address stays on the site and is its own canonical form', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl().map((url) => url.slice(6)),
        fc.string(),
      ),
      (text) => {
        const plain = of(`/${text}`)
        if (plain === null) return
        expect(plain).toMatch(/^\/(?!\/)/)
        expect(URL.parse(plain, 'http://here.example')?.host).toBe('here.example')
        expect(of(plain)).toBe(plain)
      },
    ),
    { numRuns: 2_000 },
  )
})
