// Who may do what with reports.
import { otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  ADMIN_INSERTS,
  ADMIN_READS,
  cells,
  MEMBER_INSERTS,
  NOBODY,
  OWNER_READS,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

export const reportRules: Rule[] = [
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
        reporter_id: ids[self(actor)],
        thread_id: idOf('thread', otherThan(actor)),
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
          reporter_id: ids[self(actor)],
          [column]: idOf(kind, otherThan(actor)),
          ground: 'spam',
          reason: 'Looks like a tip',
        },
      }),
      cells: MEMBER_INSERTS,
    }),
  ),
  {
    table: 'reports',
    verb: 'insert',
    what: 'a report of a chat message, without a name',
    blind: 'guest',
    attempt: (actor) => ({
      body: { message_id: idOf('message', otherThan(actor)), reason: 'Looks like a tip' },
    }),
    cells: cells('yes', 'yes', 'yes', '42501'),
  },
  {
    table: 'reports',
    verb: 'insert',
    what: 'a report of a discussion, without a name',
    attempt: (actor) => ({
      body: { thread_id: idOf('thread', otherThan(actor)), reason: 'Looks like a tip' },
    }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'reports',
    verb: 'insert',
    what: 'a report of a member',
    attempt: (actor, ids) => ({
      // Each member has already reported `otherThan`.
      body: {
        reporter_id: ids[self(actor)],
        profile_id: ids.banned === ids[self(actor)] ? ids.meera : ids.banned,
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
        reporter_id: ids[self(actor)],
        profile_id: ids[otherThan(actor)],
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
        reporter_id: ids[self(actor)],
        thread_id: idOf('thread', otherThan(actor)),
        target_author_id: ids.meera,
        reason: 'Looks like a tip',
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
        reporter_id: ids[self(actor)],
        thread_id: idOf('hidden thread', otherThan(actor)),
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
