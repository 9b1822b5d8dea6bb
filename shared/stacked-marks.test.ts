import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasHiddenSigns, withFewMarks } from './stacked-marks.ts'

const ABOVE = ['\u0300', '\u0301', '\u0302', '\u0303', '\u0304', '\u0305', '\u0306', '\u20dd', '\u0489']
const marksOf = (text: string) => text.match(/[\p{Mn}\p{Me}]/gu)?.length ?? 0

test('a letter keeps eight marks, and the text all letters', () => {
  const pile = ABOVE.join('').repeat(12)
  expect(marksOf(withFewMarks(`Z${pile}`))).toBe(8)
  expect(marksOf(withFewMarks(`Z${pile}a${pile} `))).toBe(16)
  expect(withFewMarks(`Z${pile}a`).replace(/[\p{Mn}\p{Me}]/gu, '')).toBe('Za')
})

test('signs without width between the marks do not make room for more', () => {
  for (const between of ['\u200d', '\u200b', '\u2060', '\u034f', '\ufe0f'])
    expect(marksOf(withFewMarks(`Z${`\u0300${between}`.repeat(40)}`))).toBe(8)
})

test.each([
  'क्ष्म्य्र्त्स्न्य हिन्दी ज़िंदगी ढूँढ़ना श्री',
  'முதலீட்டில் பங்குச்சந்தை க்ஷ்ரீ',
  'ക്ഷ്മ്യ്ര്ത്സ്ന്യം നിക്ഷേപം ന്‍റെ',
  'ಕ್ರ‍್ಯಾ ವಿನಿಯೋಗ',
  'বিনিয়োগ ক্ষ্ম্য র‍্যাব',
  'ਨਿਵੇਸ਼ ਪ੍ਰਸ਼ਾਸਨ',
  'সম্পদ ଓଡ଼ିଆ తెలుగు ગુજરાતી',
  'بِسْمِ ٱللَّٰهِ ٱلرَّحْمَٰنِ',
  'ཧཱུྃ་ཨོཾ་མ་ཎི',
  'Việt Nam ǖ ṩ̈́',
  '👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 1️⃣',
])('no letter of a language and no emoji loses a sign: %s', (text) => {
  expect(withFewMarks(text)).toBe(text)
  expect(withFewMarks(text.normalize('NFD'))).toBe(text.normalize('NFD'))
})

test('any text has eight marks in a row at most, and stays so', () => {
  const sign = fc.constantFrom(...ABOVE, 'a', 'क', '्', '\u200d', ' ')
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
      const kept = withFewMarks(signs.join(''))
      for (const row of kept.match(/[\p{Mn}\p{Me}\p{Cf}]+/gu) ?? [])
        expect(marksOf(row)).toBeLessThanOrEqual(8)
      expect(withFewMarks(kept)).toBe(kept)
    }),
  )
})

test.each([
  ...[
    '\u200b',
    '\u3164',
    '\u2800',
    '\u{1d173}',
    '\u{1bca0}',
    '\u{e0100}',
    '\ufff1',
    '\ufff9',
    '\u00ad',
    '\u202e',
  ],
  ...[
    '\u2066',
    '\u115f',
    '\u17b4',
    '\u180e',
    '\ufeff',
    '\uffa0',
    '\u{e0041}',
    '\u0007',
    '\u034f',
    '\ufe0f',
    '\u2028',
  ],
])('a name has no sign that cannot be seen: %j', (sign) => {
  expect(hasHiddenSigns(sign)).toBe(true)
  expect(hasHiddenSigns(`As${sign}ha`)).toBe(true)
})

test.each(['Asha ❤️', 'Asha ☎︎', 'आशा', 'र‍्य', 'ന്‍റെ', 'Zoë K.', '👩‍💻 Asha', 'Asha 👍🏽', 'முதலீடு', 'ک‌ت'])(
  'a name that can be seen: %s',
  (name) => {
    expect(hasHiddenSigns(name)).toBe(false)
  },
)
