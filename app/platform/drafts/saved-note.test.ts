import { expect, test } from 'vitest'
import { savedWords } from './saved-note.tsx'

test.each([
  [-1, 'Saved just now'],
  [1, 'Saved just now'],
  [2, 'Saved 2 s ago'],
  [19, 'Saved 10 s ago'],
  [59, 'Saved 50 s ago'],
  [60, 'Saved 1 min ago'],
  [7_200, 'Saved 120 min ago'],
])('a draft of %i seconds ago says %s', (seconds, words) => {
  expect(savedWords(seconds)).toBe(words)
})
