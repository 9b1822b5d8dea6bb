import { expect, test } from 'vitest'
import { addressOf, dayOf, sentenceBelowTitle, sentenceOf } from './notification-wording.ts'

const bare = { kind: 'mention', figure: null, detail: null, reply_id: null, actor: null, thread: null }
const thread = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  title: 'GMP is not a price',
  category: { slug: 'ipos' },
}
const actor = { username: 'bala', avatar_url: null }
const reply_id = '5e6f7a8b-0000-4000-8000-000000000000'
const sentence = (told: Partial<Parameters<typeof sentenceOf>[0]>) =>
  sentenceOf({ ...bare, ...told })
    .map(({ text }) => text)
    .join('')

test.each([
  [{ kind: 'reply_to_thread', actor, thread }, 'bala replied to your discussion GMP is not a price'],
  [{ kind: 'reply_to_reply', actor, thread }, 'bala replied to you in GMP is not a price'],
  [{ kind: 'reply_to_followed', actor, thread }, 'bala replied in GMP is not a price, which you follow'],
  [
    { kind: 'reply_to_thread', actor, thread, ids: ['a', 'b', 'c'] },
    '3 replies to your discussion GMP is not a price, the latest by bala',
  ],
  [
    { kind: 'reply_to_reply', actor, thread, ids: ['a', 'b'] },
    '2 replies to you in GMP is not a price, the latest by bala',
  ],
  [
    { kind: 'reply_to_followed', actor, thread, ids: ['a', 'b'] },
    '2 replies in GMP is not a price, which you follow, the latest by bala',
  ],
  [{ kind: 'mention', actor, thread }, 'bala mentioned you in GMP is not a price'],
  [
    { kind: 'bookmark_reminder', thread, detail: 'Ask the broker' },
    'You wanted to come back to GMP is not a price: Ask the broker',
  ],
  [{ kind: 'chat_mention', actor, detail: 'ipos' }, 'bala mentioned you in the live chat'],
  [{ kind: 'upvotes', figure: 1, thread }, 'Your discussion GMP is not a price got its first upvote'],
  [
    { kind: 'upvotes', figure: 1_00_000, thread, reply_id },
    'Your reply in GMP is not a price reached 1,00,000 upvotes',
  ],
  [{ kind: 'post_hidden', thread, reply_id }, 'Your reply in GMP is not a price was hidden by moderation'],
  [
    { kind: 'post_published', thread, reply_id },
    'Your reply in GMP is not a price was published by a moderator',
  ],
  [
    { kind: 'post_refused', thread, detail: 'It sells a course.' },
    'Your discussion GMP is not a price was not published by the moderators: It sells a course.',
  ],
  [
    { kind: 'post_removed', thread, detail: thread.title },
    'Your reply in GMP is not a price was removed by moderation',
  ],
  [{ kind: 'post_removed', detail: 'Gone' }, 'Your discussion Gone was removed by moderation'],
  [{ kind: 'report_resolved', detail: 'Warned.' }, 'Your report was acted upon: Warned.'],
  [
    { kind: 'reply_accepted', actor, thread, reply_id },
    'bala marked your reply as the answer to GMP is not a price',
  ],
  [{ kind: 'report_dismissed' }, 'Your report was looked at, and nothing was changed'],
  [{ kind: 'level_changed', detail: 'Expert' }, 'Your level is now Expert'],
])('%o', (told, said) => {
  expect(sentence(told)).toBe(said)
})

test.each([
  [{ kind: 'reply_to_thread' }, 'bala', 'bala replied'],
  [{ kind: 'reply_to_followed' }, 'bala', 'bala replied'],
  [{ kind: 'reply_to_reply' }, 'bala replied to you', 'bala replied to you'],
  [
    { kind: 'reply_to_thread', ids: ['a', 'b', 'c'] },
    '3 replies, the latest by bala',
    '3 replies, the latest by bala',
  ],
  [
    { kind: 'reply_to_reply', ids: ['a', 'b'] },
    '2 replies to you, the latest by bala',
    '2 replies to you, the latest by bala',
  ],
  [{ kind: 'mention' }, 'bala mentioned you', 'bala mentioned you'],
  [{ kind: 'thread_watched' }, 'bala started this discussion', 'bala started this discussion'],
])('below the title: %o', (told, said, alone) => {
  const words = (text: string | null) =>
    sentenceBelowTitle({ ...bare, actor, thread, ...told }, text)
      .map((part) => part.text)
      .join('')
  expect(words('It is not.')).toBe(`${said}: “It is not.”`)
  expect(words(null)).toBe(alone)
})

test.each([
  [{ kind: 'upvotes', figure: 1, reply_id }, 'Your reply got its first upvote'],
  [{ kind: 'post_hidden' }, 'Your discussion was hidden by moderation'],
  [
    { kind: 'bookmark_reminder', detail: 'Ask the broker' },
    'You wanted to come back to this: Ask the broker',
  ],
  [{ kind: 'wiki_edited' }, 'bala edited your wiki'],
  [{ kind: 'reply_accepted' }, 'bala marked your reply as the answer'],
])('below the title, without words: %o', (told, said) => {
  const parts = sentenceBelowTitle({ ...bare, actor, thread, ...told }, null)
  expect(parts.map(({ text }) => text).join('')).toBe(said)
})

test('each links to its subject, a reply by its own address', () => {
  expect(addressOf({ ...bare, thread, reply_id })).toBe(
    '/forums/ipos/gmp-is-not-a-price-1a2b3c4d?reply=5e6f7a8b',
  )
  expect(addressOf({ ...bare, kind: 'upvotes', thread })).toBe('/forums/ipos/gmp-is-not-a-price-1a2b3c4d')
  expect(addressOf({ ...bare, kind: 'level_changed' })).toBe('/profile')
  expect(addressOf({ ...bare, kind: 'chat_mention' })).toBe('/chat')
  expect(addressOf({ ...bare, kind: 'chat_mention', detail: 'ipos' })).toBe('/chat?room=ipos')
  expect(addressOf({ ...bare, kind: 'post_removed', detail: 'Gone' })).toBeNull()
})

test('days are Indian ones', () => {
  const now = Date.parse('2026-11-05T20:00:00Z') // 6 Nov, 1:30 am IST
  expect(dayOf('2026-11-05T18:31:00Z', now)).toBe('Today')
  expect(dayOf('2026-11-05T18:29:00Z', now)).toBe('Yesterday')
  expect(dayOf('2026-11-04T10:00:00Z', now)).toBe('4 Nov 2026')
})
