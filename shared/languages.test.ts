import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanguage, LANGUAGES, type Language, languageOfPath, PREFIX, withoutLanguage } from './languages.ts'

test.each([
  ['/', 'en', '/'],
  ['/hi', 'hi', '/'],
  ['/hi/', 'hi', '/'],
  ['/hi/forums', 'hi', '/forums'],
  ['/hindi', 'en', '/hindi'],
  ['/forums/hi', 'en', '/forums/hi'],
])('%s is a page in %s, %s', (path, language, own) => {
  expect([languageOfPath(path), withoutLanguage(path)]).toEqual([language, own])
})

test('a path in a language is that path in it', () => {
  const languages = Object.keys(LANGUAGES) as Language[]
  const paths = fc.string().map((text) => `/${encodeURIComponent(text)}`)
  fc.assert(
    fc.property(paths, fc.constantFrom(...languages), (path, language) => {
      fc.pre(languageOfPath(path) === 'en')
      const there = inLanguage(language, path)
      expect([languageOfPath(there), withoutLanguage(there)]).toEqual([language, path])
    }),
  )
})

test('the short pattern knows the prefixes of all languages', () => {
  for (const { prefix } of Object.values(LANGUAGES)) {
    expect(PREFIX.exec(`${prefix}/forums`)?.[0] ?? '').toBe(prefix)
    expect(PREFIX.test(`${prefix || '/'}ndi`)).toBe(false)
  }
})
