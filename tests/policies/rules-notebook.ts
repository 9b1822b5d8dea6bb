// Members' private records, which nobody else can read or write, admins included.
import { otherThan } from '../cast.ts'
import {
  type Attempt,
  KEEPER_CHANGES,
  KEEPER_INSERTS,
  MEMBER_INSERTS,
  NEVER_ANOTHERS,
  NOBODY,
  OWNER_CHANGES,
  OWNER_READS,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

type Notebook = {
  table: string
  noun: string
  /** The body of a member's new row, without user_id; null if nobody may add one. */
  row: ((member: string) => Attempt['body']) | null
  /** The body of an update; null if no column can be updated. */
  change: Attempt['body'] | null
  /** A column that nobody may change, where there is no `created_at`. */
  fixed?: Attempt['body']
  /** Nobody may delete it. */
  stays?: true
  /** Others see that it is there, or count it: not for who may only read, nor, in the chat, for who may not chat. */
  isShown?: 'anywhere' | 'in the chat'
}

const notebooks: Notebook[] = [
  {
    table: 'bookmarks',
    noun: 'bookmark',
    row: () => ({ thread_id: idOf('thread', 'asha') }),
    change: { note: 'Read this again', remind_at: null },
  },
  {
    table: 'reply_bookmarks',
    noun: 'bookmark of a reply',
    row: () => ({ reply_id: idOf('reply', 'asha'), note: 'Read this again' }),
    change: { note: null, remind_at: null },
  },
  {
    table: 'thread_subscriptions',
    noun: 'subscription',
    row: () => ({ thread_id: idOf('thread', 'asha') }),
    change: { last_read_at: '2025-01-01T00:00:00+00:00' },
  },
  {
    table: 'thread_reads',
    noun: 'reading position',
    row: () => ({ thread_id: idOf('thread', 'asha'), read_until: '2024-01-01T00:00:00+00:00' }),
    change: { read_until: '2025-01-01T00:00:00+00:00' },
  },
  {
    table: 'category_reads',
    noun: 'category put aside',
    row: () => ({ category_id: idOf('category', 'empty'), read_until: '2024-01-01T00:00:00+00:00' }),
    change: { read_until: '2025-01-01T00:00:00+00:00' },
    fixed: { category_id: idOf('category', 'empty') },
  },
  {
    table: 'visits',
    noun: 'visit',
    row: null,
    change: null,
    fixed: { seen_at: '2001-01-01' },
    stays: true,
  },
  {
    table: 'poll_votes',
    noun: 'vote in a poll',
    row: () => ({ thread_id: idOf('thread', 'asha'), choice: 2 }),
    change: { choice: 2 },
    isShown: 'anywhere',
  },
  {
    table: 'chat_reactions',
    noun: 'reaction to a chat message',
    row: () => ({ message_id: idOf('message', 'asha'), kind: 'idea' }),
    change: null,
    isShown: 'in the chat',
  },
  { table: 'watches', noun: 'watch of a tag', row: () => ({ tag: 'sip' }), change: null },
  { table: 'mutes', noun: 'mute of a word', row: () => ({ word: 'multibagger' }), change: null },
  {
    table: 'push_subscriptions',
    noun: 'device with push',
    row: (member) => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/new-${member}`,
      p256dh: `BA${'A'.repeat(85)}`,
      auth: 'A'.repeat(22),
    }),
    change: null,
    fixed: { endpoint: 'https://fcm.googleapis.com/fcm/send/another' },
  },
  {
    table: 'notifications',
    noun: 'notification',
    row: null,
    change: { read_at: '2025-01-01T00:00:00+00:00' },
  },
  {
    table: 'notification_settings',
    noun: 'setting',
    row: () => ({
      muted: ['upvotes'],
      mailed: ['follows'],
      hides_content: true,
      digested: ['mentions'],
      digest: 'weekly',
      language: 'hi',
    }),
    change: {
      muted: ['mentions'],
      mailed: [],
      hides_content: true,
      digested: ['upvotes'],
      digest: 'daily',
      digest_day: 7,
      digest_hour: 23,
      push_muted: ['upvotes'],
      digest_threads: true,
      language: 'en',
    },
    stays: true,
  },
  {
    table: 'first_runs',
    noun: 'first run',
    row: null,
    change: { keeps_figure: true, is_dismissed: true },
    stays: true,
  },
  {
    table: 'mail_refusals',
    noun: 'refusal of mail',
    row: null,
    change: null,
    fixed: { is_paused: false },
  },
]

const INSERTS = {
  nowhere: KEEPER_INSERTS,
  anywhere: MEMBER_INSERTS,
  'in the chat': { ...MEMBER_INSERTS, no_chat: '42501' },
} as const

export const notebookRules: Rule[] = notebooks.flatMap(
  ({ table, noun, row, change, fixed = { created_at: '2001-01-01' }, stays, isShown }): Rule[] => [
    {
      table,
      verb: 'select',
      what: `an own ${noun}`,
      attempt: (actor, ids) => ({ query: `user_id=eq.${ids[self(actor)]}` }),
      cells: OWNER_READS,
    },
    {
      table,
      verb: 'select',
      what: `another's ${noun}`,
      attempt: (actor, ids) => ({ query: `user_id=eq.${ids[otherThan(actor)]}` }),
      cells: NEVER_ANOTHERS,
    },
    {
      table,
      verb: 'insert',
      what: `an own ${noun}`,
      prepare: () => `delete from public.${table}`,
      attempt: (actor, ids) => ({
        body: { user_id: ids[self(actor)], ...row?.(actor) },
      }),
      cells: row ? INSERTS[isShown ?? 'nowhere'] : NOBODY,
    },
    {
      table,
      verb: 'insert',
      what: `a ${noun} for another`,
      prepare: () => `delete from public.${table}`,
      attempt: (actor, ids) => ({
        body: { user_id: ids[otherThan(actor)], ...row?.(actor) },
      }),
      cells: NOBODY,
    },
    {
      table,
      verb: 'update',
      what: `an own ${noun}`,
      attempt: (actor, ids) => ({
        query: `user_id=eq.${ids[self(actor)]}`,
        body: change ?? fixed,
      }),
      cells: change ? (isShown ? OWNER_CHANGES : KEEPER_CHANGES) : NOBODY,
    },
    {
      table,
      verb: 'update',
      what: `another's ${noun}`,
      attempt: (actor, ids) => ({
        query: `user_id=eq.${ids[otherThan(actor)]}`,
        body: change ?? fixed,
      }),
      cells: change ? NEVER_ANOTHERS : NOBODY,
      unseen: true,
    },
    {
      table,
      verb: 'update',
      what: `whose an own ${noun} is`,
      attempt: (actor, ids) => ({
        query: `user_id=eq.${ids[self(actor)]}`,
        body: { user_id: ids[otherThan(actor)] },
      }),
      cells: NOBODY,
    },
    {
      table,
      verb: 'delete',
      what: `an own ${noun}`,
      attempt: (actor, ids) => ({ query: `user_id=eq.${ids[self(actor)]}` }),
      cells: stays ? NOBODY : isShown ? OWNER_CHANGES : KEEPER_CHANGES,
    },
    {
      table,
      verb: 'delete',
      what: `another's ${noun}`,
      attempt: (actor, ids) => ({ query: `user_id=eq.${ids[otherThan(actor)]}` }),
      cells: stays ? NOBODY : NEVER_ANOTHERS,
      unseen: true,
    },
  ],
)
