import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HEADINGS, PLACEHOLDER, UNDO } from './rich-text.tsx'

test('the editor has the measures of the specification', () => {
  expect(PLACEHOLDER).toBe('Start writing...')
  expect(HEADINGS.levels).toEqual([1, 2, 3])
  expect(UNDO).toEqual({ depth: 100, newGroupDelay: 500 })
  const style = readFileSync(new URL('./editor.css', import.meta.url), 'utf8')
  expect(style).toContain('min-height: 200px')
})
