// Who may do what in the live chat.
import { otherThan } from '../cast.ts'
import { cells, EVERYBODY, MEMBER_INSERTS, NOBODY, OWNER_CHANGES, type Rule, self } from './rule.ts'
import { idOf } from './scene.ts'

/** Who may not chat is refused like who may not write. */
const NO_CHAT = { no_chat: '42501' } as const

export const chatRules: Rule[] = [
  {
    table: 'chat_messages',
    verb: 'select',
    what: 'a recent message',
    attempt: () => ({ query: `id=eq.${idOf('message', 'bala')}` }),
    cells: EVERYBODY,
  },
  {
    table: 'chat_messages',
    verb: 'select',
    what: 'a message older than 12 hours',
    attempt: () => ({ query: `id=eq.${idOf('expired message')}` }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'an anonymous message',
    attempt: () => ({ body: { message: 'New', username: 'Night Owl', is_anonymous: true } }),
    cells: cells('yes', 'yes', 'yes', '42501', NO_CHAT),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message under the own name',
    attempt: (actor, ids) => ({
      body: {
        message: 'New',
        username: self(actor),
        is_anonymous: false,
        user_id: ids[self(actor)],
      },
    }),
    cells: { ...MEMBER_INSERTS, no_chat: '42501' },
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: "a message in another's name",
    attempt: (actor, ids) => ({
      body: {
        message: 'New',
        username: otherThan(actor),
        is_anonymous: false,
        user_id: ids[otherThan(actor)],
      },
    }),
    cells: NOBODY,
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: "an anonymous message under a member's name",
    attempt: (actor) => ({
      body: { message: 'New', username: otherThan(actor).toUpperCase(), is_anonymous: true },
    }),
    cells: cells('PT422', 'PT422', 'PT422', 'PT422'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: "an anonymous message under a member's name with a sign that nobody sees",
    attempt: (actor) => ({
      body: { message: 'New', username: `${otherThan(actor)}\u200b`, is_anonymous: true },
    }),
    cells: cells('PT422', 'PT422', 'PT422', 'PT422'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'an anonymous message under a name that turns its line around',
    attempt: () => ({ body: { message: 'New', username: 'Owl\u202e', is_anonymous: true } }),
    cells: cells('23514', '23514', '23514', '23514'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message of which nothing is seen',
    attempt: () => ({ body: { message: ' \n\u200b\u3164', username: 'Night Owl', is_anonymous: true } }),
    cells: cells('23514', '23514', '23514', '42501', NO_CHAT),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'an anonymous message with an id of its own',
    attempt: () => ({
      body: { id: idOf('message', 'draft'), message: 'New', username: 'Night Owl', is_anonymous: true },
    }),
    cells: cells('yes', 'yes', 'yes', '42501', NO_CHAT),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message a second time',
    attempt: () => ({
      body: { id: idOf('message', 'bala'), message: 'Staged', username: 'Night Owl', is_anonymous: true },
    }),
    cells: cells('23505', '23505', '23505', '42501', NO_CHAT),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a reply to a message',
    attempt: () => ({
      body: { message: 'New', username: 'Night Owl', is_anonymous: true, reply_to: idOf('message', 'bala') },
    }),
    cells: cells('yes', 'yes', 'yes', '42501', NO_CHAT),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message in a room while there are none',
    prepare: () => 'update public.site_settings set chat_rooms = false',
    attempt: () => ({
      body: {
        message: 'New',
        username: 'Night Owl',
        is_anonymous: true,
        category_id: idOf('category', 'full'),
      },
    }),
    cells: cells('PT403', 'PT403', 'PT403', 'PT403'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message in a room',
    prepare: () => 'update public.site_settings set chat_rooms = true',
    attempt: () => ({
      body: {
        message: 'New',
        username: 'Night Owl',
        is_anonymous: true,
        category_id: idOf('category', 'full'),
      },
    }),
    cells: cells('yes', 'yes', 'yes', '42501', NO_CHAT),
  },
  {
    table: 'chat_messages',
    verb: 'update',
    what: 'what an own message replies to',
    attempt: (actor) => ({
      query: `id=eq.${idOf('message', self(actor))}`,
      body: { reply_to: idOf('guest message') },
    }),
    cells: NOBODY,
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message from another hour',
    attempt: () => ({
      body: { message: 'New', username: 'Night Owl', is_anonymous: true, created_at: '2024-01-01' },
    }),
    cells: NOBODY,
  },
  {
    table: 'chat_messages',
    verb: 'update',
    what: 'an own message within two minutes',
    prepare: () => 'update public.chat_messages set created_at = now() where user_id is not null',
    attempt: (actor) => ({ query: `id=eq.${idOf('message', self(actor))}`, body: { message: 'Changed' } }),
    cells: { ...OWNER_CHANGES, no_chat: 'none' },
  },
  {
    table: 'chat_messages',
    verb: 'update',
    what: 'an own anonymous message within two minutes',
    prepare: () => 'update public.chat_messages set created_at = now() where is_anonymous',
    attempt: (actor) => ({
      query: `id=eq.${idOf('anonymous message', self(actor))}`,
      body: { message: 'Changed' },
    }),
    cells: { ...OWNER_CHANGES, no_chat: 'none' },
  },
  {
    table: 'chat_messages',
    verb: 'update',
    what: 'an own message after two minutes',
    prepare: () => `update public.chat_messages set created_at = now() - interval '121 seconds'`,
    attempt: (actor) => ({ query: `id=eq.${idOf('message', self(actor))}`, body: { message: 'Changed' } }),
    cells: cells('42501', 'none', 'none', 'none'),
  },
  {
    table: 'chat_messages',
    verb: 'update',
    what: "another's message",
    prepare: () => 'update public.chat_messages set created_at = now() where user_id is not null',
    attempt: (actor) => ({
      query: `id=eq.${idOf('message', otherThan(actor))}`,
      body: { message: 'Changed' },
    }),
    cells: cells('42501', 'none', 'none', 'none'),
  },
  {
    table: 'chat_messages',
    verb: 'update',
    what: 'the name over an own message',
    prepare: () => 'update public.chat_messages set created_at = now() where user_id is not null',
    attempt: (actor) => ({ query: `id=eq.${idOf('message', self(actor))}`, body: { username: 'Owl' } }),
    cells: NOBODY,
  },
  {
    table: 'chat_messages',
    verb: 'delete',
    what: 'an own message',
    attempt: (actor) => ({ query: `id=eq.${idOf('message', self(actor))}` }),
    cells: cells('none', 'yes', 'yes', 'none'),
  },
  {
    table: 'chat_messages',
    verb: 'delete',
    what: 'an own anonymous message',
    attempt: (actor) => ({ query: `id=eq.${idOf('anonymous message', self(actor))}` }),
    cells: cells('none', 'yes', 'yes', 'none'),
  },
  ...(['message', 'anonymous message'] as const).map(
    (kind): Rule => ({
      table: 'chat_messages',
      verb: 'delete',
      what: `another's ${kind}`,
      attempt: (actor) => ({ query: `id=eq.${idOf(kind, otherThan(actor))}` }),
      cells: cells('none', 'none', 'yes', 'none'),
    }),
  ),
  {
    table: 'chat_messages',
    verb: 'delete',
    what: 'messages older than 12 hours',
    attempt: () => ({ query: `id=eq.${idOf('expired message')}` }),
    cells: cells('none', 'none', 'yes', 'none'),
    unseen: true,
  },
]
