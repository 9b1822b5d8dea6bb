// Earlier versions of posts, and notifications about posts: neither reveals a hidden post.
import { MEMBERS, otherThan } from '../cast.ts'
import { ADMIN_CHANGES, cells, EVERYBODY, NOBODY, type Rule, self } from './rule.ts'
import { type Ids, idOf } from './scene.ts'

const FOR_ADMINS = cells('none', 'none', 'yes', 'none')

/** One notification for each member, about another member's hidden or visible reply. */
const tellOf = (kind: 'hidden reply' | 'reply', actor: (member: string, ids: Ids) => string) => (ids: Ids) =>
  `delete from public.notifications;
   insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id) values ${MEMBERS.map(
     (member) =>
       `('${ids[member]}', 'mention', '${actor(member, ids)}', '${idOf('thread', otherThan(member))}', '${idOf(kind, otherThan(member))}')`,
   ).join(', ')}`

const notifications: Rule[] = [
  {
    table: 'notifications',
    verb: 'select',
    what: "what was told of another's visible reply",
    prepare: tellOf('reply', (member, ids) => ids[otherThan(member as 'asha')]),
    attempt: (actor, ids) => ({ query: `user_id=eq.${ids[self(actor)]}` }),
    cells: cells('42501', 'yes', 'yes', 'yes'),
  },
  {
    table: 'notifications',
    verb: 'select',
    what: "what was told of another's hidden reply",
    prepare: tellOf('hidden reply', (member, ids) => ids[otherThan(member as 'asha')]),
    attempt: (actor, ids) => ({ query: `user_id=eq.${ids[self(actor)]}` }),
    cells: cells('42501', 'none', 'yes', 'none'),
  },
  {
    table: 'notifications',
    verb: 'select',
    what: 'what was told of what a banned member did',
    prepare: tellOf('reply', (_member, ids) => ids.banned),
    attempt: (actor, ids) => ({ query: `user_id=eq.${ids[self(actor)]}` }),
    cells: cells('42501', 'none', 'none', 'none'),
  },
]

const revisions: Rule[] = [
  {
    table: 'post_revisions',
    verb: 'select',
    what: 'an earlier version of a visible post',
    attempt: (actor) => ({ query: `id=eq.${idOf('revision', otherThan(actor))}` }),
    cells: EVERYBODY,
  },
  {
    table: 'post_revisions',
    verb: 'select',
    what: 'a version that an admin took out',
    attempt: (actor) => ({ query: `id=eq.${idOf('hidden revision', self(actor))}` }),
    cells: FOR_ADMINS,
  },
  {
    table: 'post_revisions',
    verb: 'select',
    what: 'an earlier version of an own hidden post',
    attempt: (actor) => ({ query: `id=eq.${idOf('revision of what is hidden', self(actor))}` }),
    cells: FOR_ADMINS,
  },
  {
    table: 'post_revisions',
    verb: 'insert',
    what: 'a version of an own post',
    attempt: (actor) => ({ body: { reply_id: idOf('reply', self(actor)), content: '<p>Never said</p>' } }),
    cells: NOBODY,
  },
  {
    table: 'post_revisions',
    verb: 'update',
    what: 'whether a version is in the history',
    attempt: (actor) => ({ query: `id=eq.${idOf('revision', self(actor))}`, body: { is_hidden: true } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'post_revisions',
    verb: 'update',
    what: 'what a version says',
    attempt: (actor) => ({
      query: `id=eq.${idOf('revision', self(actor))}`,
      body: { content: '<p>Never said</p>' },
    }),
    cells: NOBODY,
  },
  {
    table: 'post_revisions',
    verb: 'delete',
    what: 'a version of an own post',
    attempt: (actor) => ({ query: `id=eq.${idOf('revision', self(actor))}` }),
    cells: NOBODY,
  },
]

export const historyRules: Rule[] = [...notifications, ...revisions]
