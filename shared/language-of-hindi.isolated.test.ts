// What somebody wrote, on a page in Hindi.
import { expect, test, vi } from 'vitest'
import { languageOf, spoken } from './language-of.ts'

vi.mock(import('#words/language.ts'), async (load) => ({ ...(await load()), LANGUAGE: 'hi' as never }))

test('on a page in Hindi, Latin letters are marked as English, and other scripts as they are elsewhere', () => {
  expect(languageOf('Is an SIP better?')).toBe('en')
  expect(languageOf('<p class="post">एसआईपी में <strong>SIP</strong> निवेश कैसे करें</p>')).toBe('hi')
  expect(languageOf('தங்கம் வாங்கலாமா')).toBe('ta')
  expect(spoken('Small savings')).toEqual({ lang: 'en', dir: 'auto' })
})

test.each(['', '₹500 – 12 %', '<p></p>', '🚀'])('%s, without letters, is in no other language', (text) =>
  expect(languageOf(text)).toBeUndefined(),
)
