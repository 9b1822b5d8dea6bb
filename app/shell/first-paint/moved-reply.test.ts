import { expect, test } from 'vitest'
import { searchOfMoved } from './moved-reply.ts'

const HASH = '#reply-1a2b3c4d'

test('a reply that is not on the page of its link is looked for by its id, once', () => {
  expect(searchOfMoved(HASH, () => false, false)).toBe('?reply=1a2b3c4d')
  expect(searchOfMoved(HASH, () => false, true)).toBeNull()
})

test('a reply that is on the page, and any other anchor, leads nowhere else', () => {
  expect(searchOfMoved(HASH, (id) => id === 'reply-1a2b3c4d', false)).toBeNull()
  for (const hash of ['', '#replies', '#reply-', '#reply-1a2b3c4', '#reply-1A2B3C4D', '#reply-1a2b3c4d5'])
    expect(searchOfMoved(hash, () => false, false)).toBeNull()
})
