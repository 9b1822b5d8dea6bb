// Who may do what with the site itself: articles, chat, reports, the log, lists of addresses, settings.
import { otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  ADMIN_INSERTS,
  ADMIN_READS,
  cells,
  EVERYBODY,
  MEMBER_INSERTS,
  NOBODY,
  OWNER_READS,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

const articles: Rule[] = [
  {
    table: 'blog_posts',
    verb: 'select',
    what: 'a published article',
    attempt: () => ({ query: `id=eq.${idOf('article')}` }),
    cells: EVERYBODY,
  },
  {
    table: 'blog_posts',
    verb: 'select',
    what: 'a drafted article',
    attempt: () => ({ query: `id=eq.${idOf('article', 'draft')}` }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'blog_posts',
    verb: 'insert',
    what: 'an article',
    attempt: () => ({ body: { title: 'New', category: 'IPO', content: '<p>New</p>', published: true } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'blog_posts',
    verb: 'update',
    what: 'an article',
    attempt: () => ({ query: `id=eq.${idOf('article')}`, body: { title: 'Changed' } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'blog_posts',
    verb: 'update',
    what: 'that subscribers shall get an article',
    attempt: () => ({
      query: `id=eq.${idOf('article')}`,
      body: { mail_subscribers: true, reviewed_at: '2025-01-01T00:00:00+00:00' },
    }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'blog_posts',
    verb: 'delete',
    what: 'an article',
    attempt: () => ({ query: `id=eq.${idOf('article')}` }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'blog_post_slugs',
    verb: 'select',
    what: 'a former address of a published article',
    attempt: () => ({ query: 'slug=eq.published-before' }),
    cells: EVERYBODY,
  },
  {
    table: 'blog_post_slugs',
    verb: 'select',
    what: 'a former address of a drafted article',
    attempt: () => ({ query: 'slug=eq.drafted-before' }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'blog_post_slugs',
    verb: 'insert',
    what: 'a former address',
    attempt: () => ({ body: { slug: 'stolen', post_id: idOf('article') } }),
    cells: NOBODY,
  },
  {
    table: 'blog_post_slugs',
    verb: 'update',
    what: 'where a former address leads',
    attempt: () => ({ query: 'slug=eq.published-before', body: { post_id: idOf('article', 'draft') } }),
    cells: NOBODY,
  },
  {
    table: 'blog_post_slugs',
    verb: 'delete',
    what: 'a former address',
    attempt: () => ({ query: 'slug=eq.published-before' }),
    cells: NOBODY,
  },
]

const newsletter: Rule[] = [
  {
    table: 'newsletter_issues',
    verb: 'select',
    what: 'which article went out to how many',
    attempt: () => ({ query: `article_id=eq.${idOf('article')}` }),
    cells: ADMIN_READS,
  },
  {
    table: 'newsletter_issues',
    verb: 'insert',
    what: 'that an article went out',
    attempt: () => ({ body: { article_id: idOf('article', 'draft'), recipients: 1 } }),
    cells: NOBODY,
  },
  {
    table: 'newsletter_issues',
    verb: 'update',
    what: 'to how many an article went out',
    attempt: () => ({ query: `article_id=eq.${idOf('article')}`, body: { recipients: 9 } }),
    cells: NOBODY,
  },
  {
    table: 'newsletter_issues',
    verb: 'delete',
    what: 'that an article went out, so that it goes out again',
    attempt: () => ({ query: `article_id=eq.${idOf('article')}` }),
    cells: NOBODY,
  },
]

const chat: Rule[] = [
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
    cells: cells('yes', 'yes', 'yes', '42501'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message under the own name',
    attempt: (actor, ids) => ({
      body: {
        ...{ message: 'New', username: self(actor), is_anonymous: false },
        user_id: ids[self(actor)],
      },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: "a message in another's name",
    attempt: (actor, ids) => ({
      body: {
        ...{ message: 'New', username: otherThan(actor), is_anonymous: false },
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
    cells: cells('23514', '23514', '23514', '42501'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message of which nothing is seen',
    attempt: () => ({ body: { message: ' \n\u200b\u3164', username: 'Night Owl', is_anonymous: true } }),
    cells: cells('23514', '23514', '23514', '42501'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'an anonymous message with an id of its own',
    attempt: () => ({
      body: { id: idOf('message', 'draft'), message: 'New', username: 'Night Owl', is_anonymous: true },
    }),
    cells: cells('yes', 'yes', 'yes', '42501'),
  },
  {
    table: 'chat_messages',
    verb: 'insert',
    what: 'a message a second time',
    attempt: () => ({
      body: { id: idOf('message', 'bala'), message: 'Staged', username: 'Night Owl', is_anonymous: true },
    }),
    cells: cells('23505', '23505', '23505', '42501'),
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
    what: 'an own message',
    attempt: (actor) => ({ query: `id=eq.${idOf('message', self(actor))}`, body: { message: 'Changed' } }),
    cells: NOBODY,
  },
  {
    table: 'chat_messages',
    verb: 'delete',
    what: 'an own message',
    attempt: (actor) => ({ query: `id=eq.${idOf('message', self(actor))}` }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'chat_messages',
    verb: 'delete',
    what: 'messages older than 12 hours',
    attempt: () => ({ query: `id=eq.${idOf('expired message')}` }),
    cells: cells('none', 'none', 'yes', 'none'),
    unseen: true,
  },
]

const reports: Rule[] = [
  {
    table: 'reports',
    verb: 'select',
    what: 'an own report',
    attempt: (actor) => ({ query: `id=eq.${idOf('report', self(actor))}` }),
    cells: OWNER_READS,
  },
  {
    table: 'reports',
    verb: 'select',
    what: "another's report",
    attempt: (actor) => ({ query: `id=eq.${idOf('report', otherThan(actor))}` }),
    cells: ADMIN_READS,
  },
  {
    table: 'reports',
    verb: 'insert',
    what: 'a report of a discussion',
    attempt: (actor, ids) => ({
      body: {
        ...{ reporter_id: ids[self(actor)], thread_id: idOf('thread', otherThan(actor)) },
        reason: 'Looks like a tip',
      },
    }),
    cells: MEMBER_INSERTS,
  },
  ...(
    [
      ['a reply', 'reply_id', 'reply'],
      ['a chat message', 'message_id', 'message'],
    ] as const
  ).map(
    ([what, column, kind]): Rule => ({
      table: 'reports',
      verb: 'insert',
      what: `a report of ${what}, with a ground`,
      attempt: (actor, ids) => ({
        body: {
          ...{ reporter_id: ids[self(actor)], [column]: idOf(kind, otherThan(actor)) },
          ...{ ground: 'spam', reason: 'Looks like a tip' },
        },
      }),
      cells: MEMBER_INSERTS,
    }),
  ),
  {
    table: 'reports',
    verb: 'insert',
    what: 'a report of a member',
    attempt: (actor, ids) => ({
      // Each has reported `otherThan` already.
      body: {
        ...{
          reporter_id: ids[self(actor)],
          profile_id: ids.banned === ids[self(actor)] ? ids.meera : ids.banned,
        },
        reason: 'Sells tips',
      },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'reports',
    verb: 'insert',
    what: 'a second report of the same',
    attempt: (actor, ids) => ({
      body: {
        ...{ reporter_id: ids[self(actor)], profile_id: ids[otherThan(actor)] },
        reason: 'Still sells tips',
      },
    }),
    cells: cells('42501', '23505', '23505', '42501'),
  },
  {
    table: 'reports',
    verb: 'insert',
    what: 'a report that names its author itself',
    attempt: (actor, ids) => ({
      body: {
        ...{ reporter_id: ids[self(actor)], thread_id: idOf('thread', otherThan(actor)) },
        ...{ target_author_id: ids.meera, reason: 'Looks like a tip' },
      },
    }),
    cells: NOBODY,
  },
  {
    table: 'reports',
    verb: 'insert',
    what: "a report in another's name",
    attempt: (actor, ids) => ({
      body: {
        reporter_id: ids[otherThan(actor)],
        thread_id: idOf('thread', 'meera'),
        reason: 'Looks like a tip',
      },
    }),
    cells: NOBODY,
  },
  {
    table: 'reports',
    verb: 'insert',
    what: 'a report of what one cannot see',
    attempt: (actor, ids) => ({
      body: {
        ...{ reporter_id: ids[self(actor)], thread_id: idOf('hidden thread', otherThan(actor)) },
        reason: 'Looks like a tip',
      },
    }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'reports',
    verb: 'update',
    what: 'the state of an own report',
    attempt: (actor) => ({ query: `id=eq.${idOf('report', self(actor))}`, body: { state: 'resolved' } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'reports',
    verb: 'update',
    what: 'the reason of an own report',
    attempt: (actor) => ({ query: `id=eq.${idOf('report', self(actor))}`, body: { reason: 'Changed' } }),
    cells: NOBODY,
  },
  {
    table: 'reports',
    verb: 'delete',
    what: 'an own report',
    attempt: (actor) => ({ query: `id=eq.${idOf('report', self(actor))}` }),
    cells: NOBODY,
  },
]

const records: Rule[] = [
  {
    table: 'moderation_log',
    verb: 'select',
    what: 'an entry',
    attempt: () => ({ query: 'action=eq.hide' }),
    cells: ADMIN_READS,
  },
  {
    table: 'moderation_log',
    verb: 'insert',
    what: 'an entry',
    attempt: (_actor, ids) => ({ body: { action: 'show', target_table: 'threads', target_id: ids.asha } }),
    cells: NOBODY,
  },
  {
    table: 'moderation_log',
    verb: 'update',
    what: 'an entry',
    attempt: () => ({ query: 'action=eq.hide', body: { reason: 'Changed' } }),
    cells: NOBODY,
  },
  {
    table: 'moderation_log',
    verb: 'delete',
    what: 'an entry',
    attempt: () => ({ query: 'action=eq.hide' }),
    cells: NOBODY,
  },
  ...(
    [
      ['newsletter_subscribers', 'subscriber', { email: 'x@example.com' }, { state: 'confirmed' }],
      [
        'contact_messages',
        'contact',
        { name: 'x', email: 'x@example.com', subject: 'general', message: 'x' },
        { message: 'Changed' },
      ],
    ] as const
  ).flatMap(([table, kind, row, change]): Rule[] => [
    {
      table,
      verb: 'select',
      what: 'an address',
      attempt: () => ({ query: `id=eq.${idOf(kind)}` }),
      cells: ADMIN_READS,
    },
    {
      table,
      verb: 'insert',
      what: 'a row, past the function',
      attempt: () => ({ body: row }),
      cells: NOBODY,
    },
    {
      table,
      verb: 'update',
      what: 'a row',
      attempt: () => ({ query: `id=eq.${idOf(kind)}`, body: change }),
      cells: NOBODY,
    },
    {
      table,
      verb: 'delete',
      what: 'a row',
      attempt: () => ({ query: `id=eq.${idOf(kind)}` }),
      cells: NOBODY,
    },
  ]),
  {
    table: 'contact_messages',
    verb: 'update',
    what: 'when a message was answered',
    attempt: () => ({
      query: `id=eq.${idOf('contact')}`,
      body: { answered_at: '2025-01-01T00:00:00+00:00' },
    }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'contact_messages',
    verb: 'update',
    what: 'when a message was mailed',
    attempt: () => ({
      query: `id=eq.${idOf('contact')}`,
      body: { mailed_at: '2025-01-01T00:00:00+00:00' },
    }),
    cells: NOBODY,
  },
  {
    table: 'site_settings',
    verb: 'select',
    what: 'the settings',
    attempt: () => ({ query: 'id=is.true' }),
    cells: EVERYBODY,
  },
  {
    table: 'site_settings',
    verb: 'insert',
    what: 'a second row of settings',
    attempt: () => ({ body: { site_name: 'Second' } }),
    cells: NOBODY,
  },
  {
    table: 'site_settings',
    verb: 'update',
    what: 'the settings',
    attempt: () => ({ query: 'id=is.true', body: { max_posts_per_day: 99 } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'site_settings',
    verb: 'delete',
    what: 'the settings',
    attempt: () => ({ query: 'id=is.true' }),
    cells: NOBODY,
  },
]

export const siteRules: Rule[] = [...articles, ...newsletter, ...chat, ...reports, ...records]
