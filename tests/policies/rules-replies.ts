// Who may do what with replies.
import { otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  ADMIN_INSERTS,
  cells,
  EVERYBODY,
  MEMBER_INSERTS,
  NOBODY,
  OWNER_CHANGES,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

const newReply = { content: '<p>Tried in a test.</p>' }
const HELD = "update public.replies set state = 'held', is_hidden = true where state = 'shown'"
const HIDDEN_FROM_OTHERS = cells('none', 'none', 'yes', 'none')

export const replyRules: Rule[] = [
  {
    table: 'replies',
    verb: 'select',
    what: 'a visible reply',
    attempt: () => ({ query: `id=eq.${idOf('reply', 'bala')}` }),
    cells: EVERYBODY,
  },
  {
    table: 'replies',
    verb: 'select',
    what: "another's hidden reply",
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden reply', otherThan(actor))}` }),
    cells: HIDDEN_FROM_OTHERS,
  },
  {
    table: 'replies',
    verb: 'select',
    what: "another's reply that waits for a moderator",
    attempt: (actor) => ({ query: `id=eq.${idOf('reply', otherThan(actor))}` }),
    prepare: () => HELD,
    cells: HIDDEN_FROM_OTHERS,
  },
  ...['held', 'hidden'].map(
    (state): Rule => ({
      table: 'replies',
      verb: 'update',
      what: `an own reply that is ${state}`,
      attempt: (actor) => ({
        query: `id=eq.${idOf('reply', self(actor))}`,
        body: { content: '<p>Changed</p>' },
      }),
      prepare: () => `update public.replies set state = '${state}', is_hidden = true where state = 'shown'`,
      cells: ADMIN_CHANGES,
      unseen: true,
    }),
  ),
  {
    table: 'replies',
    verb: 'delete',
    what: 'an own reply that is hidden',
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden reply', self(actor))}` }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'replies',
    verb: 'delete',
    what: 'an own reply that waits for a moderator',
    attempt: (actor) => ({ query: `id=eq.${idOf('reply', self(actor))}` }),
    prepare: () => HELD,
    cells: OWNER_CHANGES,
    unseen: true,
  },
  {
    table: 'replies',
    verb: 'update',
    what: 'the state of an own reply',
    attempt: (actor) => ({ query: `id=eq.${idOf('reply', self(actor))}`, body: { state: 'hidden' } }),
    cells: NOBODY,
  },
  {
    table: 'replies',
    verb: 'insert',
    what: 'an own reply',
    attempt: (actor, ids) => ({
      body: { ...newReply, thread_id: idOf('thread', otherThan(actor)), author_id: ids[self(actor)] },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'replies',
    verb: 'insert',
    what: 'an own reply under an id that the browser made',
    attempt: (actor, ids) => ({
      body: {
        ...newReply,
        id: '7c0ffee0-0000-4000-8000-0000000000cc',
        thread_id: idOf('thread', otherThan(actor)),
        author_id: ids[self(actor)],
      },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'replies',
    verb: 'insert',
    what: 'an own reply in a locked discussion',
    attempt: (actor, ids) => ({
      body: { ...newReply, thread_id: idOf('locked thread', self(actor)), author_id: ids[self(actor)] },
    }),
    cells: cells('42501', 'PT403', 'yes', 'PT403'),
  },
  {
    table: 'replies',
    verb: 'insert',
    what: "an own reply in another's hidden discussion",
    attempt: (actor, ids) => ({
      body: { ...newReply, thread_id: idOf('hidden thread', otherThan(actor)), author_id: ids[self(actor)] },
    }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'replies',
    verb: 'insert',
    what: "a reply in another's name",
    attempt: (actor, ids) => ({
      body: { ...newReply, thread_id: idOf('thread', 'meera'), author_id: ids[otherThan(actor)] },
    }),
    cells: NOBODY,
  },
  ...[{ upvote_count: 9_000 }, { created_at: '2001-01-01' }].map(
    (extra): Rule => ({
      table: 'replies',
      verb: 'insert',
      what: `an own reply with ${Object.keys(extra)}`,
      attempt: (actor, ids) => ({
        body: { ...newReply, ...extra, thread_id: idOf('thread', 'meera'), author_id: ids[self(actor)] },
      }),
      cells: NOBODY,
    }),
  ),
  {
    table: 'replies',
    verb: 'update',
    what: 'an own reply',
    attempt: (actor) => ({
      query: `id=eq.${idOf('reply', self(actor))}`,
      body: { content: '<p>Changed</p>' },
    }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'replies',
    verb: 'update',
    what: 'an own reply in a locked discussion',
    attempt: (actor) => ({
      query: `id=eq.${idOf('locked reply', self(actor))}`,
      body: { content: '<p>Changed</p>' },
    }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'replies',
    verb: 'update',
    what: "another's reply",
    attempt: (actor) => ({
      query: `id=eq.${idOf('reply', otherThan(actor))}`,
      body: { content: '<p>Changed</p>' },
    }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'replies',
    verb: 'update',
    what: 'is_hidden of an own reply',
    attempt: (actor) => ({ query: `id=eq.${idOf('reply', self(actor))}`, body: { is_hidden: true } }),
    cells: cells('42501', 'PT403', 'yes', 'none'),
  },
  {
    table: 'replies',
    verb: 'update',
    what: 'is_hidden of an own reply that is hidden',
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden reply', self(actor))}`, body: { is_hidden: false } }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  ...['thread_id', 'parent_id', 'author_id', 'upvote_count', 'is_thread_hidden'].map(
    (column): Rule => ({
      table: 'replies',
      verb: 'update',
      what: `${column} of an own reply`,
      attempt: (actor, ids) => ({
        query: `id=eq.${idOf('reply', self(actor))}`,
        body: {
          [column]: column.endsWith('_count')
            ? 9_000
            : column.startsWith('is_')
              ? true
              : column === 'thread_id'
                ? idOf('thread', 'meera')
                : column === 'parent_id'
                  ? idOf('locked reply', self(actor))
                  : ids.meera,
        },
      }),
      cells: NOBODY,
    }),
  ),
  {
    table: 'replies',
    verb: 'delete',
    what: 'an own reply',
    attempt: (actor) => ({ query: `id=eq.${idOf('reply', self(actor))}` }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'replies',
    verb: 'delete',
    what: 'an own reply in a locked discussion',
    attempt: (actor) => ({ query: `id=eq.${idOf('locked reply', self(actor))}` }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'replies',
    verb: 'delete',
    what: "another's reply",
    attempt: (actor) => ({ query: `id=eq.${idOf('reply', otherThan(actor))}` }),
    cells: ADMIN_CHANGES,
  },
]
