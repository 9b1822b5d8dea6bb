import { describe, expect, test } from 'vitest'
import { createRedirects } from './redirects.ts'

const SITE = 'https://site.example'
const { choose, withAnswer } = createRedirects(SITE, ['https://app.example/in', 'arthachowk://callback'])

describe('a requested address is used', () => {
  test.each([
    [`${SITE}/reset-password?a=1`, `${SITE}/reset-password?a=1`],
    ['https://app.example/in', 'https://app.example/in'],
    ['https://app.example/in/deep', 'https://app.example/in/deep'],
    ['arthachowk://callback?x=1', 'arthachowk://callback?x=1'],
    ['HTTPS://SITE.example/forums', `${SITE}/forums`],
  ])('%s', (wish, target) => expect(choose(wish)).toBe(target))
})

describe('a requested address is replaced by the site', () => {
  test.each([
    null,
    '',
    '/reset-password',
    'https://app.example/inside',
    'https://app.example/in/../out',
    'https://app.example/in/%2e%2e/out',
    'https://app.example',
    'http://site.example/',
    'https://site.example:8443/',
    'https://site.example.evil.example/',
    'https://site.example@evil.example/',
    'https://user:pass@site.example/',
    'arthachowk://other',
    'javascript:alert(1)',
    `${SITE}/${'a'.repeat(2_001)}`,
  ])('%j', (wish) => expect(choose(wish)).toBe(SITE))
})

test('the result goes into the query, the fragment, or both, and replaces an older one', () => {
  const address = `${SITE}/in?next=%2Fa&code=old#access_token=forged`
  expect(withAnswer(address, 'query', { code: 'new' })).toBe(`${SITE}/in?next=%2Fa&code=new`)
  expect(withAnswer(address, 'fragment', { type: 'a&b' })).toBe(
    `${SITE}/in?next=%2Fa&code=old#type=a%26b&sb=`,
  )
  expect(withAnswer(`${SITE}/in`, 'both', { error: 'no' })).toBe(`${SITE}/in?error=no#error=no&sb=`)
})
