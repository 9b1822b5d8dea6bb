import { describe, expect, test } from 'vitest'
import { drawable, isDrawable } from './draw.ts'

describe('the characters of the fonts', () => {
  test.each([
    ['Is ₹5 lakh “enough”?', true],
    ['क्या ₹5 लाख काफ़ी हैं?', true],
    ['SIP शुरू करें 🚀🚀🚀', true],
    ['2024-25', true],
    ['தமிழ் தலைப்பு', true],
    ['🚀🚀🚀', true],
    ['投資はどこから', false],
    ['→ ◆', false],
    ['', false],
  ])('%j: %s', (text, expected) => expect(isDrawable(text)).toBe(expected))
})

test('characters without a glyph are removed, and no letter is separated from its marks', () => {
  expect(drawable('Hold 🚀\n\tor → 売る sell?', 80)).toBe('Hold 🚀 or sell?')
  expect(drawable('क्ष'.repeat(10), 4)).toBe(`${'क्ष'.repeat(4)}…`)
})
