import { expect, test } from 'vitest'
import { fakeClient } from '../../../../tests/support/fake-client.ts'
import { actWords, listLog } from './log.ts'

const THREAD = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  title: 'Which fund?',
  category: { slug: 'ipos' },
  author: { username: 'asha' },
}
const REPLY = {
  id: '5e6f7a8b-0000-4000-8000-000000000000',
  author: { username: 'bala' },
  thread: THREAD,
}

test('an entry names and links what it tells of, or says that it is gone', async () => {
  const entries = [
    ['threads', THREAD.id],
    ['replies', REPLY.id],
    ['replies', 'a-deleted-one'],
    ['user_roles', 'm1'],
    ['blog_posts', 'a1'],
    ['forum_categories', 'c1'],
    ['chat_messages', 'm2'],
    ['chat_messages', 'expired'],
    ['post_revisions', 'v1'],
    ['objects', 'o1'],
    ['profiles', '00000000-0000-0000-0000-000000000000'],
  ].map(([target_table, target_id]) => ({ target_table, target_id }))
  const found: Record<string, object[]> = {
    moderation_log: entries,
    threads: [THREAD],
    replies: [REPLY],
    profiles: [{ id: 'm1', username: 'asha' }],
    blog_posts: [{ id: 'a1' }],
    chat_messages: [{ id: 'm2' }],
    post_revisions: [{ id: 'v1', thread: null, reply: REPLY }],
  }
  const client = fakeClient(({ address }) => Response.json(found[address.pathname.slice(1)]))
  const { rows } = await listLog(client, { action: '', by: '', text: '', page: 1 })
  expect(
    rows.map(({ to, whose, isGone }) => (isGone ? 'gone' : [to, whose].filter(Boolean).join(' '))),
  ).toEqual([
    '/forums/ipos/which-fund-1a2b3c4d by asha',
    '/forums/ipos/which-fund-1a2b3c4d?reply=5e6f7a8b by bala in “Which fund?”',
    'gone',
    '/experts/asha',
    '/admin/blog/a1',
    '/admin/categories',
    '/chat?id=m2',
    'gone',
    '/forums/ipos/which-fund-1a2b3c4d?reply=5e6f7a8b',
    'gone',
    '',
  ])
})

test.each([
  ['hide', 'replies', 'Reply hidden'],
  ['unaccept', 'replies', 'Reply no longer the answer'],
  ['export', 'profiles', 'List of members exported'],
  ['grant', 'user_roles', 'Made administrator'],
  ['mute', 'chat_messages', 'Guest of the chat muted'],
  ['update', 'site_settings', 'Settings changed'],
])('%s of %s reads: %s', (action, target_table, words) => {
  expect(actWords({ action, target_table })).toBe(words)
})
