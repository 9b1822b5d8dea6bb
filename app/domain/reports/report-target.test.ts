import { expect, test } from 'vitest'
import { type ReportedPost, targetPath, targetTitle } from './report-target.tsx'

const nothing: ReportedPost = {
  target_kind: 'thread',
  target_label: 'How an IPO works',
  thread: null,
  reply: null,
  message: null,
  profile: null,
}
const thread = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  title: 'How an IPO works',
  category: { slug: 'ipos' },
}

test('a reported discussion, reply, message and member lead to where they are', () => {
  expect(targetPath({ ...nothing, thread })).toBe('/forums/ipos/how-an-ipo-works-1a2b3c4d')
  expect(targetPath({ ...nothing, reply: { id: 'ffff0000-1111', thread } })).toBe(
    '/forums/ipos/how-an-ipo-works-1a2b3c4d?reply=ffff0000',
  )
  expect(targetPath({ ...nothing, message: { id: 'x' } })).toBe('/chat?id=x')
  expect(targetPath({ ...nothing, profile: { username: 'asha' } })).toBe('/experts/asha')
})

test('a deleted or hidden target has no link, and keeps its name', () => {
  expect(targetPath(nothing)).toBeNull()
  expect(targetPath({ ...nothing, reply: { id: 'ffff0000-1111', thread: null } })).toBeNull()
  expect(targetTitle(nothing)).toBe('How an IPO works')
  expect(targetTitle({ ...nothing, target_kind: 'reply' })).toBe('Reply in "How an IPO works"')
})
