import { expect, test } from 'vitest'
import { detailWords, sentence } from '#app/features/admin/log/log.ts'
import { recentActivity } from './queries.ts'

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z`

test('the newest of all kinds comes first, eight at most', () => {
  const found = recentActivity({
    members: Array.from({ length: 9 }, (_, n) => ({ id: `${n}`, username: `m${n}`, created_at: at(n) })),
    reports: [{ id: 'r', target_kind: 'thread', target_label: 'Sure tip', created_at: at(30) }],
    acts: [
      {
        id: 7,
        action: 'lock',
        target_table: 'threads',
        target_label: 'Sure tip',
        created_at: at(31),
        actor: { username: 'meera' },
      },
      {
        id: 6,
        action: 'hide',
        target_table: 'replies',
        target_label: null,
        created_at: at(29),
        actor: null,
      },
    ],
  })
  expect(found.map(({ text }) => text).slice(0, 4)).toEqual([
    'meera: discussion locked “Sure tip”',
    'Discussion reported: Sure tip',
    'The site: reply hidden',
    'New member m8',
  ])
  expect(found).toHaveLength(8)
})

test('an act that has no word yet stands for itself', () => {
  expect(sentence({ action: 'rotate', target_table: 'keys', target_label: 'K1' })).toBe('keys rotate “K1”')
})

test('a change is described in the words of the forms', () => {
  expect(detailWords('maintenance_mode: false → true; max_posts_per_day: 10 → 20')).toBe(
    'Maintenance Mode: off → on; Max Posts per Day: 10 → 20',
  )
  expect(detailWords('title: Is it true: false → true? → Another')).toBe(
    'Title: Is it true: false → true? → Another',
  )
  expect(detailWords('Regular → Expert')).toBe('Regular → Expert')
})
