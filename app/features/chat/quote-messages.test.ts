import { expect, test } from 'vitest'
import { quoteMessages } from './quote-messages.ts'

test('messages of one author in a row are one quotation, and hostile text stays text', () => {
  expect(
    quoteMessages([
      { username: 'asha.k', message: 'First\n\nsecond' },
      { username: 'asha.k', message: 'third' },
      { username: '<b>Owl</b>', message: '<script>alert(1)</script>' },
    ]),
  ).toBe(
    '<p>From the live chat:</p>' +
      '<blockquote><p><strong>asha.k</strong></p><p>First</p><p>second</p><p>third</p></blockquote>' +
      '<blockquote><p><strong>&lt;b&gt;Owl&lt;/b&gt;</strong></p><p>&lt;script&gt;alert(1)&lt;/script&gt;</p></blockquote><p></p>',
  )
})
