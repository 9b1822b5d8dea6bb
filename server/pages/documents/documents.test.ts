import { describe, expect, test } from 'vitest'
import { xml } from './document.ts'
import { idRange, partsFor } from './sitemap.ts'

describe('parts of the sitemap', () => {
  test.each([
    [0, 1],
    [40_000, 1],
    [40_001, 2],
    [1_000_000, 32],
    [10_000_000, 256],
  ])('%i rows make %i', (rows, parts) => expect(partsFor(rows)).toBe(parts))

  test('together they contain every id once', () => {
    const parts = 8
    const ranges = Array.from({ length: parts }, (_, index) => idRange({ parts, part: index + 1 }))
    expect(ranges[0]?.from).toBe('00000000-0000-0000-0000-000000000000')
    expect(ranges.at(-1)?.to).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff')
    for (const [index, range] of ranges.slice(1).entries()) {
      const before = Number.parseInt(ranges[index]?.to.slice(0, 8) ?? '', 16)
      expect(Number.parseInt(range.from.slice(0, 8), 16)).toBe(before + 1)
    }
    expect(idRange({ parts: 1, part: 1 })).toEqual({
      from: '00000000-0000-0000-0000-000000000000',
      to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    })
  })
})

test('characters that XML does not allow are removed; emoji and Hindi stay', () => {
  expect(xml('a\u0000b\u0008c & <d> "e" \ud800 🚀 हिन्दी\u200d \uffff')).toBe(
    'abc &amp; &lt;d&gt; &quot;e&quot;  🚀 हिन्दी\u200d ',
  )
})
