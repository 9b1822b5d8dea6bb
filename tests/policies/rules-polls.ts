// Polls: everybody reads those of visible discussions, and only who wrote a discussion that nobody replied to may ask one.
import { otherThan } from '../cast.ts'
import {
  cells,
  EVERYBODY,
  MEMBER_INSERTS,
  NEVER_ANOTHERS,
  NOBODY,
  OWNER_CHANGES,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

const body = (thread: string) => ({ thread_id: thread, question: 'Which one?', options: ['This', 'That'] })
const unanswered = () => 'delete from public.polls; delete from public.replies'
const unvoted = () =>
  `delete from public.poll_votes; delete from public.polls;
   insert into public.polls (thread_id, question, options) select id, 'Which one?', '{This,That}' from public.threads`
const staged = () => `thread_id=eq.${idOf('thread', 'asha')}`

export const pollRules: Rule[] = [
  {
    table: 'polls',
    verb: 'select',
    what: 'the poll of a discussion',
    attempt: () => ({ query: staged() }),
    cells: EVERYBODY,
  },
  {
    table: 'polls',
    verb: 'select',
    what: 'the poll of a hidden discussion of meera',
    attempt: () => ({ query: `thread_id=eq.${idOf('hidden thread', 'meera')}` }),
    prepare: () =>
      `insert into public.polls (thread_id, question, options)
       values ('${idOf('hidden thread', 'meera')}', 'Which one?', '{This,That}')`,
    cells: { ...cells('none', 'none', 'yes', 'none'), meera: 'yes' },
  },
  {
    table: 'polls',
    verb: 'insert',
    what: 'a poll in an own discussion without replies',
    prepare: unanswered,
    attempt: (actor) => ({ body: { ...body(idOf('thread', self(actor))), open_days: 7 } }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'polls',
    verb: 'insert',
    what: "a poll in another's discussion",
    prepare: unanswered,
    attempt: (actor) => ({ body: body(idOf('thread', otherThan(actor))) }),
    cells: NOBODY,
  },
  {
    table: 'polls',
    verb: 'insert',
    what: 'a poll in an own discussion with a reply',
    prepare: () => 'delete from public.polls',
    attempt: (actor) => ({ body: body(idOf('thread', self(actor))) }),
    cells: NOBODY,
  },
  ...(['locked thread', 'hidden thread'] as const).map(
    (kind): Rule => ({
      table: 'polls',
      verb: 'insert',
      what: `a poll in an own ${kind.replace('thread', 'discussion')}`,
      prepare: unanswered,
      attempt: (actor) => ({ body: body(idOf(kind, self(actor))) }),
      cells: NOBODY,
    }),
  ),
  ...[{ votes: [9, 0] }, { closes_at: '2030-01-01' }].map(
    (column): Rule => ({
      table: 'polls',
      verb: 'insert',
      what: `a poll with ${Object.keys(column)}`,
      prepare: unanswered,
      attempt: (actor) => ({ body: { ...body(idOf('thread', self(actor))), ...column } }),
      cells: NOBODY,
    }),
  ),
  ...[
    { what: 'that nobody voted in', prepare: unvoted, cells: OWNER_CHANGES },
    {
      what: 'that somebody voted in',
      prepare: () => `${unvoted()}; update public.polls set votes = '{0,1}'`,
      cells: NEVER_ANOTHERS,
    },
    {
      what: 'in a locked discussion',
      prepare: () => `${unvoted()}; update public.threads set is_locked = true`,
      cells: NEVER_ANOTHERS,
    },
  ].map(
    ({ what, ...rule }): Rule => ({
      table: 'polls',
      verb: 'update',
      what: `an own poll ${what}`,
      attempt: (actor) => ({
        query: `thread_id=eq.${idOf('thread', self(actor))}`,
        body: { question: 'Which of these?', options: ['This', 'Other'], open_days: 30 },
      }),
      ...rule,
    }),
  ),
  {
    table: 'polls',
    verb: 'update',
    what: "another's poll",
    prepare: unvoted,
    attempt: (actor) => ({
      query: `thread_id=eq.${idOf('thread', otherThan(actor))}`,
      body: { question: 'Which of these?' },
    }),
    cells: NEVER_ANOTHERS,
  },
  ...[{ votes: [9, 0] }, { closes_at: '2030-01-01' }].map(
    (column): Rule => ({
      table: 'polls',
      verb: 'update',
      what: `${Object.keys(column)} of a poll`,
      attempt: () => ({ query: staged(), body: column }),
      cells: NOBODY,
    }),
  ),
  { table: 'polls', verb: 'delete', what: 'a poll', attempt: () => ({ query: staged() }), cells: NOBODY },
]
