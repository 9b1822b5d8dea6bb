import { expect, test } from 'vitest'
import { languageOf, spoken } from './language-of.ts'

test.each([
  ['एसआईपी और एकमुश्त निवेश', 'hi'],
  ['<p class="post">एसआईपी में <strong>SIP</strong> निवेश कैसे करें</p>', 'hi'],
  ['தங்கம் வாங்கலாமா', 'ta'],
  ['সোনা কিনব কি', 'bn'],
  ['సోనా కొనాలా', 'te'],
  ['ಚಿನ್ನ ಖರೀದಿ', 'kn'],
  ['സ്വർണം വാങ്ങണോ', 'ml'],
])('%s is in %s', (text, language) => expect(languageOf(text)).toBe(language))

test.each(['Is an SIP better?', 'To the moon? 🚀 एक और pump and dump', '', '₹500 – 12 %', '<p>'])(
  '%s is in the language of the page',
  (text) => expect(languageOf(text)).toBeUndefined(),
)

test('an element says the language of its words, if it is not that of the page, and lets them decide their direction', () => {
  expect(spoken('சிறு சேமிப்பு')).toEqual({ lang: 'ta', dir: 'auto' })
  // Urdu is none of the languages that are told by their script, and runs from right to left.
  expect(spoken('بچت')).toEqual({ lang: undefined, dir: 'auto' })
  expect(spoken('Small savings')).toEqual({ lang: undefined, dir: 'auto' })
})
