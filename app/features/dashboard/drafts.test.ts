import { expect, test } from 'vitest'
import { draftItem } from './draft-list.tsx'

const item = (key: string, value: unknown) => draftItem({ key: `asha:${key}`, at: 1, value }, 'asha:')

test('a draft is named after its subject', () => {
  expect(item('new-discussion', { title: 'Gold', content: '<p>a</p>', tags: '' })).toMatchObject({
    kind: 'discussion',
    targetId: null,
    title: 'Gold',
    text: '<p>a</p>',
  })
  expect(item('reply:1a2b', '<p>Yes</p>')).toMatchObject({
    kind: 'reply',
    targetId: '1a2b',
    text: '<p>Yes</p>',
  })
  expect(item('edit:1a2b', '<p>No</p>')).toMatchObject({ kind: 'edit', targetId: '1a2b', title: '' })
})

test('an empty or unknown entry is not listed as a draft', () => {
  expect(item('new-discussion', { title: ' ', content: '' })).toBeNull()
  expect(item('reply:1a2b', 7)).toBeNull()
  expect(item('reply:1a2b', null)).toBeNull()
  expect(item('elsewhere', 'text')).toBeNull()
})
