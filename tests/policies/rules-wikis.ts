// Wikis: everybody reads which visible posts are one, their author and admins decide, and other members edit the text alone.
import { otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  cells,
  EVERYBODY,
  MEMBER_INSERTS,
  NOBODY,
  OWNER_CHANGES,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

/** Every thread and every reply is a wiki. */
const all = () =>
  `delete from public.wiki_posts;
   insert into public.wiki_posts (thread_id) select id from public.threads;
   insert into public.wiki_posts (reply_id) select id from public.replies`
const none = () => 'delete from public.wiki_posts'
const edit = { content: '<p>Edited by somebody else</p>' }

/** For both kinds of posts. */
const both = (
  rule: (of: { table: string; kind: 'reply' | 'thread'; noun: string; column: string }) => Rule[],
) => [
  ...rule({ table: 'threads', kind: 'thread', noun: 'discussion', column: 'thread_id' }),
  ...rule({ table: 'replies', kind: 'reply', noun: 'reply', column: 'reply_id' }),
]

const rows: Rule[] = both(({ kind, noun, column }) => [
  {
    table: 'wiki_posts',
    verb: 'select',
    what: `that a visible ${noun} is a wiki`,
    prepare: all,
    attempt: (actor) => ({ query: `${column}=eq.${idOf(kind, otherThan(actor))}` }),
    cells: EVERYBODY,
  },
  {
    table: 'wiki_posts',
    verb: 'select',
    what: `that another's hidden ${noun} is a wiki`,
    prepare: all,
    attempt: (actor) => ({ query: `${column}=eq.${idOf(`hidden ${kind}`, otherThan(actor))}` }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'wiki_posts',
    verb: 'insert',
    what: `an own ${noun} as a wiki`,
    prepare: none,
    attempt: (actor) => ({ body: { [column]: idOf(kind, self(actor)) } }),
    cells: MEMBER_INSERTS,
  },
  {
    table: 'wiki_posts',
    verb: 'insert',
    what: `another's ${noun} as a wiki`,
    prepare: none,
    attempt: (actor) => ({ body: { [column]: idOf(kind, otherThan(actor)) } }),
    cells: cells('42501', '42501', 'yes', '42501'),
  },
  {
    table: 'wiki_posts',
    verb: 'insert',
    what: `an own ${noun} of a locked discussion as a wiki`,
    prepare: none,
    attempt: (actor) => ({ body: { [column]: idOf(`locked ${kind}`, self(actor)) } }),
    cells: cells('42501', '42501', 'yes', '42501'),
  },
  {
    table: 'wiki_posts',
    verb: 'insert',
    what: `an own hidden ${noun} as a wiki`,
    prepare: none,
    attempt: (actor) => ({ body: { [column]: idOf(`hidden ${kind}`, self(actor)) } }),
    cells: NOBODY,
  },
  {
    table: 'wiki_posts',
    verb: 'insert',
    what: `a wiki with who edited the ${noun}`,
    prepare: none,
    attempt: (actor, ids) => ({ body: { [column]: idOf(kind, self(actor)), edited_by: ids.bala } }),
    cells: NOBODY,
  },
  {
    table: 'wiki_posts',
    verb: 'update',
    what: `who edited the wiki of an own ${noun}`,
    prepare: all,
    attempt: (actor, ids) => ({
      query: `${column}=eq.${idOf(kind, self(actor))}`,
      body: { edited_by: ids.bala },
    }),
    cells: NOBODY,
  },
  {
    table: 'wiki_posts',
    verb: 'delete',
    what: `the wiki of an own ${noun}`,
    prepare: all,
    attempt: (actor) => ({ query: `${column}=eq.${idOf(kind, self(actor))}` }),
    cells: OWNER_CHANGES,
  },
  {
    table: 'wiki_posts',
    verb: 'delete',
    what: `the wiki of another's ${noun}`,
    prepare: all,
    attempt: (actor) => ({ query: `${column}=eq.${idOf(kind, otherThan(actor))}` }),
    cells: ADMIN_CHANGES,
  },
])

const texts: Rule[] = both(({ table, kind, noun }) => [
  {
    table,
    verb: 'update',
    what: `the text of another's ${noun} that is a wiki`,
    prepare: all,
    attempt: (actor) => ({ query: `id=eq.${idOf(kind, otherThan(actor))}`, body: edit }),
    cells: OWNER_CHANGES,
  },
  {
    table,
    verb: 'update',
    what: `the text of another's ${noun} that is a wiki in a locked discussion`,
    prepare: all,
    attempt: (actor) => ({ query: `id=eq.${idOf(`locked ${kind}`, otherThan(actor))}`, body: edit }),
    cells: ADMIN_CHANGES,
  },
  {
    table,
    verb: 'update',
    what: `the text of another's wiki, by who joined yesterday (${noun})`,
    prepare: () =>
      `${all()}; update public.profiles set reputation = 9, created_at = now() - interval '1 day'`,
    attempt: (actor) => ({ query: `id=eq.${idOf(kind, otherThan(actor))}`, body: edit }),
    cells: ADMIN_CHANGES,
  },
  {
    table,
    verb: 'update',
    what: `whether another's wiki is hidden (${noun})`,
    prepare: all,
    attempt: (actor) => ({ query: `id=eq.${idOf(kind, otherThan(actor))}`, body: { is_hidden: true } }),
    cells: cells('42501', 'PT403', 'yes', 'none'),
  },
  ...['upvote_count', 'author_id', 'created_at'].map(
    (column): Rule => ({
      table,
      verb: 'update',
      what: `${column} of another's wiki (${noun})`,
      prepare: all,
      attempt: (actor, ids) => ({
        query: `id=eq.${idOf(kind, otherThan(actor))}`,
        body: { [column]: { upvote_count: 9, author_id: ids.bala, created_at: '2020-01-01' }[column] },
      }),
      cells: NOBODY,
    }),
  ),
  {
    table,
    verb: 'delete',
    what: `another's ${noun} that is a wiki`,
    prepare: all,
    attempt: (actor) => ({ query: `id=eq.${idOf(kind, otherThan(actor))}` }),
    cells: ADMIN_CHANGES,
  },
])

const heads: Rule[] = [{ title: 'A title by somebody else' }, { tags: ['pumped'] }].map(
  (column): Rule => ({
    table: 'threads',
    verb: 'update',
    what: `${Object.keys(column)} of another's discussion that is a wiki`,
    prepare: all,
    attempt: (actor) => ({
      query: `id=eq.${idOf('thread', otherThan(actor))}`,
      body: { ...edit, ...column },
    }),
    cells: cells('42501', 'PT403', 'yes', 'none'),
  }),
)

export const wikiRules: Rule[] = [...rows, ...texts, ...heads]
