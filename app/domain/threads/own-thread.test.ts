import { expect, test } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { openOwnThread, takeOwnThread } from './own-thread.ts'

const THREAD = {
  id: 't1',
  bookmarks: [{ note: null, remind_at: null }],
  thread_subscriptions: [],
  replies: [],
}

function opened(
  member: string,
  replyIds = ['r1', 'r2'],
  answer: () => Response = () => Response.json([THREAD]),
) {
  const asked: URL[] = []
  const client = fakeClient(({ address }) => {
    asked.push(address)
    return answer()
  })
  openOwnThread(client, member, 't1', replyIds)
  return { client, asked }
}

test('all that ask when a page is opened share one read, and each takes its part once', async () => {
  const { client, asked } = opened('asha')
  openOwnThread(client, 'asha', 't1', ['r1', 'r2'])
  const [bookmark, abilities, ofReplies] = await Promise.all([
    takeOwnThread('bookmark', 'asha', { threadId: 't1' }),
    takeOwnThread('abilities', 'asha', { threadId: 't1' }),
    takeOwnThread('replyBookmarks', 'asha', { replyIds: ['r2'] }),
  ])
  for (const part of [bookmark, abilities, ofReplies]) expect(part).toEqual(THREAD)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.searchParams.get('replies.id')).toBe('in.(r1,r2)')
  expect(await takeOwnThread('bookmark', 'asha', { threadId: 't1' })).toBeNull()
})

test('another discussion, another member and other replies take nothing', async () => {
  opened('bala')
  expect(await takeOwnThread('bookmark', 'bala', { threadId: 't2' })).toBeNull()
  expect(await takeOwnThread('bookmark', 'asha', { threadId: 't1' })).toBeNull()
  expect(await takeOwnThread('replyBookmarks', 'bala', { replyIds: ['r1', 'r9'] })).toBeNull()
})

test('the next page of a discussion brings its replies alone: the rest may have changed', async () => {
  opened('chitra')
  const { asked } = opened('chitra', ['r3'])
  expect(await takeOwnThread('bookmark', 'chitra', { threadId: 't1' })).toBeNull()
  expect(await takeOwnThread('upvotes', 'chitra', { threadId: 't1' })).toEqual(THREAD)
  expect(asked).toHaveLength(1)
})

test('who can take nothing reads alone', async () => {
  const refused = () => Response.json({ code: '57014', message: 'too slow' }, { status: 500 })
  opened('divya', ['r1'], refused)
  expect(await takeOwnThread('bookmark', 'divya', { threadId: 't1' })).toBeNull()
})
