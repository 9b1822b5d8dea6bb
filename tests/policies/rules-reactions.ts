// Who may do what with upvotes.
import { otherThan } from '../cast.ts'
import {
  ADMIN_INSERTS,
  cells,
  MEMBER_INSERTS,
  NEVER_ANOTHERS,
  NOBODY,
  OWNER_CHANGES,
  OWNER_READS,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

export const reactionRules: Rule[] = [
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
    what: "an upvote on another's hidden reply",
    attempt: (actor, ids) => ({
      body: { user_id: ids[self(actor)], reply_id: idOf('hidden reply', otherThan(actor)) },
    }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'reactions',
    verb: 'insert',
    what: 'an upvote on two things at once',
    attempt: (actor, ids) => ({
      body: {
        user_id: ids[self(actor)],
        thread_id: idOf('thread', self(actor)),
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

/** The ids of deleted discussions, which everybody may read and nobody may write. */
