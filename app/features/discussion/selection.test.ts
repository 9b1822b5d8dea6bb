import { expect, test } from 'vitest'
import { quotation } from './selection.ts'

test('a quotation names who wrote it, leads there, and keeps its lines', () => {
  expect(quotation('One\n\n two ', 'asha', '/forums/ipos/x-1a2b3c4d?reply=5e6f7a8b')).toBe(
    '<blockquote><p><a href="/forums/ipos/x-1a2b3c4d?reply=5e6f7a8b">asha wrote</a>:</p><p>One</p><p>two</p></blockquote><p></p>',
  )
})

test('quoted markup stays text', () => {
  expect(quotation('<img src=x onerror="alert(1)"> & more', 'asha', '/x')).toContain(
    '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more</p>',
  )
})

test('a whole page is cut', () => {
  expect(quotation('a'.repeat(20_000), 'asha', '/x').length).toBeLessThan(1_700)
})
