import { expect, test } from 'vitest'
import type { RowChange } from '#app/platform/live/line.ts'
import { isOwnChange, noteDeleted, ownReadAt } from './own-changes.ts'

type Row = { id: string; read_at: string | null }
const change = (eventType: 'INSERT' | 'UPDATE' | 'DELETE', row: Partial<Row>) =>
  ({ eventType, new: row, old: row }) as RowChange<Row>

test('what this page marked as read or deleted is its own change, in whichever spelling the time comes back', () => {
  const readAt = ownReadAt()
  noteDeleted(['a', 'b'])
  expect(isOwnChange(change('UPDATE', { id: 'x', read_at: readAt.replace('Z', '+00:00') }))).toBe(true)
  expect(isOwnChange(change('DELETE', { id: 'b' }))).toBe(true)
})

test('what another tab, the site or another member did is not', () => {
  const readAt = ownReadAt()
  for (const other of [
    change('INSERT', { id: 'x', read_at: readAt }),
    change('UPDATE', { id: 'x', read_at: '2026-11-20T09:00:00+00:00' }),
    change('UPDATE', { id: 'x', read_at: null }),
    change('DELETE', { id: 'c' }),
    change('DELETE', {}),
  ])
    expect(isOwnChange(other)).toBe(false)
})
