// Who may do what in the forum: categories, discussions, replies, upvotes.
import { otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  ADMIN_INSERTS,
  cells,
  EVERYBODY,
  MEMBER_INSERTS,
  NEVER_ANOTHERS,
  NOBODY,
  OWNER_CHANGES,
  OWNER_READS,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

const CATEGORY = idOf('category', 'full')
const EMPTY = idOf('category', 'empty')
const newThread = {
  title: 'A discussion that is new',
  content: '<p>Tried in a test.</p>',
  category_id: CATEGORY,
}
const newReply = { content: '<p>Tried in a test.</p>' }
const HIDDEN_FROM_OTHERS = cells('none', 'none', 'yes', 'none')

const categories: Rule[] = [
  {
    table: 'forum_categories',
    verb: 'select',
    what: 'a category',
    attempt: () => ({ query: `id=eq.${CATEGORY}` }),
    cells: EVERYBODY,
  },
  {
    table: 'forum_categories',
    verb: 'insert',
    what: 'a category',
    attempt: () => ({ body: { name: 'New', slug: 'new', description: 'x', icon: 'Star', color: '#000000' } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'forum_categories',
    verb: 'insert',
    what: 'a category with a count',
    attempt: () => ({ body: { name: 'New', slug: 'new', post_count: 9_000 } }),
    cells: NOBODY,
  },
  {
    table: 'forum_categories',
    verb: 'update',
    what: 'the name of a category',
    attempt: () => ({ query: `id=eq.${CATEGORY}`, body: { name: 'Changed' } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'forum_categories',
    verb: 'update',
    what: 'the place of a category',
    attempt: () => ({ query: `id=eq.${CATEGORY}`, body: { position: 1 } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'forum_categories',
    verb: 'update',
    what: 'the counts of a category',
    attempt: () => ({ query: `id=eq.${CATEGORY}`, body: { thread_count: 9_000 } }),
    cells: NOBODY,
  },
  {
    table: 'forum_categories',
    verb: 'delete',
    what: 'an empty category',
    attempt: () => ({ query: `id=eq.${EMPTY}` }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'forum_categories',
    verb: 'delete',
    what: 'a category that has discussions',
    attempt: () => ({ query: `id=eq.${CATEGORY}` }),
    cells: cells('42501', 'none', 'PT409', 'none'),
  },
]

const threads: Rule[] = [
  {
    table: 'threads',
    verb: 'select',
    what: 'a visible discussion',
    attempt: () => ({ query: `id=eq.${idOf('thread', 'bala')}` }),
    cells: EVERYBODY,
  },
  {
    table: 'threads',
    verb: 'select',
    what: "another's hidden discussion",
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden thread', otherThan(actor))}` }),
    cells: HIDDEN_FROM_OTHERS,
  },
  {
    table: 'threads',
    verb: 'select',
    what: 'the own hidden discussion',
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden thread', self(actor))}` }),
    cells: cells('none', 'yes', 'yes', 'yes'),
  },
  {
    table: 'threads',
    verb: 'insert',
    what: 'an own discussion',
    attempt: (actor, ids) => ({ body: { ...newThread, author_id: ids[self(actor)], tags: ['new'] } }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'threads',
    verb: 'insert',
    what: "a discussion in another's name",
    attempt: (actor, ids) => ({ body: { ...newThread, author_id: ids[otherThan(actor)] } }),
    cells: NOBODY,
  },
  ...[
    { is_sticky: true },
    { is_locked: true },
    { view_count: 9_000 },
    { upvote_count: 9_000 },
    { created_at: '2001-01-01' },
    { id: '00000000-0000-4000-8000-0000000000cc' },
  ].map(
    (extra): Rule => ({
      table: 'threads',
      verb: 'insert',
      what: `an own discussion with ${Object.keys(extra)}`,
      attempt: (actor, ids) => ({ body: { ...newThread, ...extra, author_id: ids[self(actor)] } }),
      cells: NOBODY,
    }),
  ),
  {
    table: 'threads',
    verb: 'update',
    what: 'the title of an own discussion',
    attempt: (actor) => ({
      query: `id=eq.${idOf('thread', self(actor))}`,
      body: { title: 'A title that is changed' },
    }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'threads',
    verb: 'update',
    what: 'the title of an own locked discussion',
    attempt: (actor) => ({
      query: `id=eq.${idOf('locked thread', self(actor))}`,
      body: { title: 'A title that is changed' },
    }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'threads',
    verb: 'update',
    what: "the title of another's discussion",
    attempt: (actor) => ({
      query: `id=eq.${idOf('thread', otherThan(actor))}`,
      body: { title: 'A title that is changed' },
    }),
    cells: ADMIN_CHANGES,
  },
  ...[
    { is_sticky: true },
    { is_pinned: true },
    { is_locked: true },
    { is_hidden: true },
    { category_id: EMPTY },
  ].map(
    (flag): Rule => ({
      table: 'threads',
      verb: 'update',
      what: `${Object.keys(flag)} of an own discussion`,
      attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}`, body: flag }),
      cells: cells('42501', 'PT403', 'yes', 'none'),
    }),
  ),
  ...['reply_count', 'view_count', 'upvote_count', 'last_activity', 'created_at', 'author_id', 'id'].map(
    (column): Rule => ({
      table: 'threads',
      verb: 'update',
      what: `${column} of an own discussion`,
      attempt: (actor, ids) => ({
        query: `id=eq.${idOf('thread', self(actor))}`,
        body: {
          [column]: column.endsWith('_count') ? 9_000 : column.endsWith('id') ? ids.meera : '2001-01-01',
        },
      }),
      cells: NOBODY,
    }),
  ),
  {
    table: 'threads',
    verb: 'delete',
    what: 'an own discussion',
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}` }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'threads',
    verb: 'delete',
    what: "another's discussion",
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', otherThan(actor))}` }),
    cells: ADMIN_CHANGES,
  },
]

const replies: Rule[] = [
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
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden reply', self(actor))}`, body: { is_hidden: false } }),
    cells: cells('42501', 'PT403', 'yes', 'none'),
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
    cells: ADMIN_CHANGES,
  },
  {
    table: 'replies',
    verb: 'delete',
    what: "another's reply",
    attempt: (actor) => ({ query: `id=eq.${idOf('reply', otherThan(actor))}` }),
    cells: ADMIN_CHANGES,
  },
]

const reactions: Rule[] = [
  {
    table: 'reactions',
    verb: 'select',
    what: 'an own upvote',
    attempt: (actor) => ({ query: `id=eq.${idOf('vote', self(actor))}` }),
    cells: OWNER_READS,
  },
  {
    table: 'reactions',
    verb: 'select',
    what: "another's upvote",
    attempt: (actor) => ({ query: `id=eq.${idOf('vote', otherThan(actor))}` }),
    cells: NEVER_ANOTHERS,
  },
  {
    table: 'reactions',
    verb: 'insert',
    what: 'an upvote on a reply',
    attempt: (actor, ids) => ({
      body: { user_id: ids[self(actor)], reply_id: idOf('reply', otherThan(actor)), reaction_type: 'upvote' },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'reactions',
    verb: 'insert',
    what: 'an upvote on a discussion',
    prepare: () => 'delete from public.reactions',
    attempt: (actor, ids) => ({
      body: { user_id: ids[self(actor)], thread_id: idOf('thread', otherThan(actor)) },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'reactions',
    verb: 'insert',
    what: 'a second upvote on the same discussion',
    attempt: (actor, ids) => ({
      body: { user_id: ids[self(actor)], thread_id: idOf('thread', otherThan(actor)) },
    }),
    cells: cells('42501', '23505', '23505', '42501'),
  },
  {
    table: 'reactions',
    verb: 'insert',
    what: "an upvote in another's name",
    attempt: (actor, ids) => ({
      body: { user_id: ids[otherThan(actor)], reply_id: idOf('reply', 'meera') },
    }),
    cells: NOBODY,
  },
  {
    table: 'reactions',
    verb: 'insert',
    what: "an upvote on another's hidden discussion",
    attempt: (actor, ids) => ({
      body: { user_id: ids[self(actor)], thread_id: idOf('hidden thread', otherThan(actor)) },
    }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'reactions',
    verb: 'insert',
    what: 'an upvote on two things at once',
    attempt: (actor, ids) => ({
      body: {
        ...{ user_id: ids[self(actor)], thread_id: idOf('thread', self(actor)) },
        reply_id: idOf('reply', self(actor)),
      },
    }),
    cells: cells('42501', '23514', '23514', '42501'),
  },
  {
    table: 'reactions',
    verb: 'update',
    what: 'what an own upvote is for',
    attempt: (actor) => ({
      query: `id=eq.${idOf('vote', self(actor))}`,
      body: { thread_id: idOf('thread', 'meera') },
    }),
    cells: NOBODY,
  },
  {
    table: 'reactions',
    verb: 'delete',
    what: 'an own upvote',
    attempt: (actor) => ({ query: `id=eq.${idOf('vote', self(actor))}` }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'reactions',
    verb: 'delete',
    what: "another's upvote",
    attempt: (actor) => ({ query: `id=eq.${idOf('vote', otherThan(actor))}` }),
    cells: NEVER_ANOTHERS,
    unseen: true,
  },
]

/** What is left of deleted discussions: their ids, which everybody may know and nobody writes. */
const deletedThreads: Rule[] = [
  {
    table: 'deleted_threads',
    verb: 'select',
    what: 'the id of a deleted discussion',
    attempt: () => ({ query: `id=eq.${idOf('deleted thread')}` }),
    cells: EVERYBODY,
  },
  {
    table: 'deleted_threads',
    verb: 'insert',
    what: 'the id of a discussion that is there',
    attempt: () => ({ body: { id: idOf('thread', 'asha') } }),
    cells: NOBODY,
  },
  {
    table: 'deleted_threads',
    verb: 'update',
    what: 'when a discussion was deleted',
    attempt: () => ({ query: `id=eq.${idOf('deleted thread')}`, body: { deleted_at: '2024-01-01' } }),
    cells: NOBODY,
  },
  {
    table: 'deleted_threads',
    verb: 'delete',
    what: 'the id of a deleted discussion',
    attempt: () => ({ query: `id=eq.${idOf('deleted thread')}` }),
    cells: NOBODY,
  },
]

export const forumRules: Rule[] = [...categories, ...threads, ...replies, ...reactions, ...deletedThreads]
