import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#app/platform/query/query-client.tsx'
import { type Asked, fakeClient } from '../../../tests/support/fake-client.ts'
import { firstUnreadOf, markRead, markReadOnLeaving, ownReadQueries } from './own-reads.ts'
import type { ThreadSummary } from './queries.ts'

const site = vi.hoisted(() => ({
  asked: [] as string[],
  stored: Promise.resolve(),
}))

vi.mock('#app/platform/session/session.ts', () => ({
  GUEST_READ_KEY: 'guest',
  OWN_READ_KEY: 'own',
  client: async () => fakeClient(answer),
}))
vi.mock('#app/platform/browser/browser-storage.ts', () => ({
  localStore: () => ({ getItem: () => null }),
  keepItem: () => undefined,
}))
vi.mock('#app/platform/supabase/member-fetch.ts', () => ({
  leavingFetch: async (path: string) => answer({ address: new URL(path, 'http://site') }),
}))

async function answer({ address }: Pick<Asked, 'address'>): Promise<Response> {
  const name = address.pathname.split('/').at(-1) ?? ''
  site.asked.push(name)
  if (name.startsWith('mark_')) await site.stored
  return Response.json([])
}

beforeEach(() => {
  site.asked = []
})

const thread = { id: '0123456789', reply_count: 3, author: { id: 'other' } } as ThreadSummary
const read = () => createQueryClient().fetchQuery(ownReadQueries.of('asha', [thread]))

test.each([
  ['a reading', () => markRead(thread.id, null)],
  ['a reading that was sent while the page was left', () => markReadOnLeaving(thread.id, null)],
])('a list that is opened right after it waits for %s', async (_what, mark) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  site.stored = promise
  mark()
  const listed = read()
  const first = firstUnreadOf(thread.id)
  await vi.waitFor(() => expect(site.asked).toEqual(['mark_thread_read']))
  // A read that does not wait is asked for by now.
  await new Promise((resolve) => setTimeout(resolve))
  expect(site.asked).toEqual(['mark_thread_read'])
  resolve()
  await Promise.all([listed, first])
  expect(site.asked).toEqual(['mark_thread_read', 'unread_replies', 'unread_replies'])
})
