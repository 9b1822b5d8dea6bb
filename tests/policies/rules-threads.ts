// Who may do what with categories, discussions and the records of deleted ones.
import { MEMBERS, otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  ADMIN_INSERTS,
  ADMIN_READS,
  cells,
  EVERYBODY,
  MEMBER_INSERTS,
  NOBODY,
  OWNER_CHANGES,
  type Rule,
  self,
} from './rule.ts'
import { type Ids, idOf } from './scene.ts'

const CATEGORY = idOf('category', 'full')
const EMPTY = idOf('category', 'empty')
const newThread = {
  title: 'A discussion that is new',
  content: '<p>Tried in a test.</p>',
  category_id: CATEGORY,
}
/** Adds a reply by another member to each discussion. */
const answered = (ids: Ids, hidden: boolean) =>
  MEMBERS.map(
    (member) => `insert into public.replies (thread_id, author_id, content, is_hidden, state) values
      ('${idOf('thread', member)}', '${ids[otherThan(member)]}', '<p>Staged answer</p>', ${hidden}, '${hidden ? 'hidden' : 'shown'}')`,
  ).join(';')
const HELD = "update public.threads set state = 'held', is_hidden = true where state = 'shown'"
const HIDDEN_FROM_OTHERS = cells('none', 'none', 'yes', 'none')

export const categoryRules: Rule[] = [
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
    what: 'the names of a category',
    attempt: () => ({
      query: `id=eq.${CATEGORY}`,
      body: { name: 'Changed', translations: { hi: { name: 'बदला हुआ', description: 'नया' } } },
    }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'forum_categories',
    verb: 'update',
    what: 'a description of a category in Hindi, without a name',
    attempt: () => ({
      query: `id=eq.${CATEGORY}`,
      body: { translations: { hi: { description: 'बिना नाम के' } } },
    }),
    cells: cells('42501', 'none', '23514', 'none'),
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

export const guideRules: Rule[] = [
  {
    table: 'category_guides',
    verb: 'select',
    what: 'the note and template of a category',
    attempt: () => ({ query: `category_id=eq.${CATEGORY}` }),
    cells: EVERYBODY,
  },
  {
    table: 'category_guides',
    verb: 'update',
    what: 'the note and template of a category',
    attempt: () => ({
      query: `category_id=eq.${CATEGORY}`,
      body: { note: '<p>Changed</p>', template: '<p>Changed</p>' },
    }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'category_guides',
    verb: 'update',
    what: 'the version of a note',
    attempt: () => ({ query: `category_id=eq.${CATEGORY}`, body: { updated_at: '2020-01-01' } }),
    cells: NOBODY,
  },
  {
    table: 'category_guides',
    verb: 'insert',
    what: 'a note and template',
    prepare: () => 'delete from public.category_guides',
    attempt: () => ({ body: { category_id: CATEGORY, note: '<p>New</p>' } }),
    cells: NOBODY,
  },
  {
    table: 'category_guides',
    verb: 'delete',
    what: 'the note and template of a category',
    attempt: () => ({ query: `category_id=eq.${CATEGORY}` }),
    cells: NOBODY,
  },
]

export const threadRules: Rule[] = [
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
    verb: 'select',
    what: "another's discussion that waits for a moderator",
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', otherThan(actor))}` }),
    prepare: () => HELD,
    cells: HIDDEN_FROM_OTHERS,
  },
  {
    table: 'threads',
    verb: 'select',
    what: 'the own discussion that waits for a moderator',
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}` }),
    prepare: () => HELD,
    cells: cells('none', 'yes', 'yes', 'yes'),
  },
  ...['held', 'hidden'].map(
    (state): Rule => ({
      table: 'threads',
      verb: 'update',
      what: `the title of an own discussion that is ${state}`,
      attempt: (actor) => ({
        query: `id=eq.${idOf('thread', self(actor))}`,
        body: { title: 'A title that is changed' },
      }),
      prepare: () => `update public.threads set state = '${state}', is_hidden = true`,
      cells: ADMIN_CHANGES,
      unseen: true,
    }),
  ),
  {
    table: 'threads',
    verb: 'delete',
    what: 'an own discussion that is hidden',
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden thread', self(actor))}` }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'threads',
    verb: 'delete',
    what: 'an own discussion that waits for a moderator',
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}` }),
    prepare: () => HELD,
    cells: OWNER_CHANGES,
    unseen: true,
  },
  {
    table: 'threads',
    verb: 'update',
    what: 'the state of an own discussion',
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}`, body: { state: 'hidden' } }),
    cells: NOBODY,
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
    what: 'an own discussion under an id that the browser made',
    attempt: (actor, ids) => ({
      body: { ...newThread, author_id: ids[self(actor)], id: '7c0ffee0-0000-4000-8000-0000000000cc' },
    }),
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
  ...[
    'reply_count',
    'view_count',
    'upvote_count',
    'last_activity',
    'created_at',
    'author_id',
    'id',
    'answer_id',
  ].map(
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
    what: 'an own discussion that nobody answered',
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}` }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'threads',
    verb: 'delete',
    what: 'an own locked discussion',
    attempt: (actor) => ({ query: `id=eq.${idOf('locked thread', self(actor))}` }),
    cells: OWNER_CHANGES,
  },
  ...[false, true].map(
    (hidden): Rule => ({
      table: 'threads',
      verb: 'delete',
      what: `an own discussion with ${hidden ? 'a hidden' : 'an'} answer of another's`,
      attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}` }),
      prepare: (ids) => answered(ids, hidden),
      cells: ADMIN_CHANGES,
    }),
  ),
  {
    table: 'threads',
    verb: 'update',
    what: 'is_deleted of an own discussion',
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}`, body: { is_deleted: true } }),
    cells: NOBODY,
  },
  {
    table: 'threads',
    verb: 'update',
    what: 'the text of an own discussion that was taken back',
    attempt: (actor) => ({
      query: `id=eq.${idOf('thread', self(actor))}`,
      body: { content: '<p>And here again it is.</p>' },
    }),
    prepare: () => 'update public.threads set is_deleted = true',
    cells: ADMIN_CHANGES,
  },
  {
    table: 'threads',
    verb: 'delete',
    what: 'an own discussion that was taken back',
    attempt: (actor) => ({ query: `id=eq.${idOf('thread', self(actor))}` }),
    prepare: () => 'update public.threads set is_deleted = true',
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

export const deletedThreadRules: Rule[] = [
  {
    table: 'deleted_threads',
    verb: 'select',
    what: 'the id of a deleted discussion',
    attempt: () => ({ query: `id=eq.${idOf('deleted thread')}` }),
    cells: ADMIN_READS,
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
