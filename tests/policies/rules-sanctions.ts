// Who may do what with sanctions, their reasons, appeals, and the staff's notes.
import { otherThan } from '../cast.ts'
import {
  ADMIN_CHANGES,
  ADMIN_INSERTS,
  ADMIN_READS,
  cells,
  NOBODY,
  OWNER_READS,
  type Rule,
  self,
} from './rule.ts'
import { idOf } from './scene.ts'

const APPEAL = { text: 'Please look again.' }
/** Whether the actor's session reads: all members. */
const READERS = cells('42501', 'yes', 'yes', 'yes')
const withoutAppeals = () => 'delete from public.appeals'

/** A warning, which forbids nothing, for the member who is tried. */
const warned = (id: string, member: string) =>
  `insert into public.sanctions (id, member_id, kind) values ('${id}', '${member}', 'warning')`
const WARNING = '00000000-0000-4000-8000-0000000000cc'

const sanctionRows: Rule[] = [
  {
    table: 'sanctions',
    verb: 'select',
    what: 'an own sanction',
    prepare: (ids) =>
      `delete from public.sanctions where member_id in ('${ids.asha}', '${ids.bala}', '${ids.meera}', '${ids.admin}');
       insert into public.sanctions (member_id, kind) values
         ('${ids.asha}', 'warning'), ('${ids.bala}', 'warning'), ('${ids.meera}', 'warning'), ('${ids.admin}', 'warning')`,
    attempt: (actor, ids) => ({ query: `member_id=eq.${ids[self(actor)]}` }),
    cells: OWNER_READS,
  },
  {
    table: 'sanctions',
    verb: 'select',
    what: 'a sanction of another',
    prepare: (ids) => `delete from public.sanctions where id = '${WARNING}'; ${warned(WARNING, ids.meera)}`,
    attempt: () => ({ query: `id=eq.${WARNING}` }),
    cells: { ...ADMIN_READS, meera: 'yes' },
  },
  {
    table: 'sanctions',
    verb: 'insert',
    what: 'a sanction of another',
    attempt: (actor, ids) => ({ body: { member_id: ids[otherThan(actor)], kind: 'warning' } }),
    cells: NOBODY,
  },
  {
    table: 'sanctions',
    verb: 'update',
    what: 'the end of an own sanction',
    attempt: (actor, ids) => ({
      query: `member_id=eq.${ids[self(actor)]}`,
      body: { lifted_at: '2025-01-01' },
    }),
    cells: NOBODY,
  },
  {
    table: 'sanctions',
    verb: 'delete',
    what: 'an own sanction',
    attempt: (actor, ids) => ({ query: `member_id=eq.${ids[self(actor)]}` }),
    cells: NOBODY,
  },
]

const reasonRows: Rule[] = [
  {
    table: 'sanction_reasons',
    verb: 'select',
    what: 'a reason',
    attempt: () => ({ query: 'code=eq.spam' }),
    cells: READERS,
  },
  {
    table: 'sanction_reasons',
    verb: 'insert',
    what: 'a reason',
    prepare: () => `delete from public.sanction_reasons where code = 'staged'`,
    attempt: () => ({ body: { code: 'staged', sentence: 'New', sentence_hi: 'नया', position: 9 } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'sanction_reasons',
    verb: 'update',
    what: 'the words of a reason',
    attempt: () => ({ query: 'code=eq.spam', body: { message: 'Changed' } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'sanction_reasons',
    verb: 'delete',
    what: 'a reason',
    attempt: () => ({ query: 'code=eq.spam' }),
    cells: NOBODY,
  },
]

const noteRows: Rule[] = [
  {
    table: 'member_notes',
    verb: 'select',
    what: "the staff's note about asha",
    attempt: () => ({ query: `id=eq.${idOf('note')}` }),
    cells: ADMIN_READS,
  },
  {
    table: 'member_notes',
    verb: 'insert',
    what: 'a note about another',
    attempt: (actor, ids) => ({ body: { member_id: ids[otherThan(actor)], note: 'New' } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'member_notes',
    verb: 'insert',
    what: "a note in another's name",
    attempt: (actor, ids) => ({
      body: { member_id: ids[otherThan(actor)], author_id: ids[otherThan(actor)], note: 'New' },
    }),
    cells: NOBODY,
  },
  {
    table: 'member_notes',
    verb: 'update',
    what: 'a note',
    attempt: () => ({ query: `id=eq.${idOf('note')}`, body: { note: 'Changed' } }),
    cells: NOBODY,
  },
  {
    table: 'member_notes',
    verb: 'delete',
    what: 'a note',
    attempt: () => ({ query: `id=eq.${idOf('note')}` }),
    cells: cells('42501', 'none', 'yes', 'none'),
    unseen: true,
  },
]

const appealRows: Rule[] = [
  {
    table: 'appeals',
    verb: 'select',
    what: 'an own appeal',
    attempt: (actor) => ({ query: `id=eq.${idOf('appeal', self(actor))}` }),
    cells: OWNER_READS,
  },
  {
    table: 'appeals',
    verb: 'select',
    what: "another's appeal",
    attempt: (actor) => ({ query: `id=eq.${idOf('appeal', otherThan(actor))}` }),
    cells: ADMIN_READS,
  },
  {
    table: 'appeals',
    verb: 'insert',
    what: 'an appeal for an own hidden discussion',
    prepare: withoutAppeals,
    attempt: (actor, ids) => ({
      body: { ...APPEAL, member_id: ids[self(actor)], thread_id: idOf('hidden thread', self(actor)) },
    }),
    cells: READERS,
  },
  {
    table: 'appeals',
    verb: 'insert',
    what: 'an appeal against an own sanction',
    prepare: (ids) => `${withoutAppeals()}; delete from public.sanctions where id = '${WARNING}';
      ${warned(WARNING, ids.asha)}`,
    attempt: (actor, ids) => ({
      body: {
        ...APPEAL,
        member_id: ids[self(actor)],
        sanction_id: ['no_chat', 'silenced', 'suspended', 'banned'].includes(actor)
          ? idOf('sanction', actor)
          : WARNING,
      },
    }),
    // The warning is asha's, and the sanctioned have one of their own.
    cells: { ...cells('42501', '42501', '42501', 'yes', { no_chat: 'yes' }), asha: 'yes' },
  },
  {
    table: 'appeals',
    verb: 'insert',
    what: 'a second appeal while one is open',
    attempt: (actor, ids) => ({
      body: { ...APPEAL, member_id: ids[self(actor)], thread_id: idOf('hidden thread', self(actor)) },
    }),
    cells: cells('42501', '23505', '23505', '23505'),
  },
  {
    table: 'appeals',
    verb: 'insert',
    what: 'an appeal for an own discussion that is shown',
    prepare: withoutAppeals,
    attempt: (actor, ids) => ({
      body: { ...APPEAL, member_id: ids[self(actor)], thread_id: idOf('thread', self(actor)) },
    }),
    cells: NOBODY,
  },
  {
    table: 'appeals',
    verb: 'insert',
    what: "an appeal for another's hidden reply",
    prepare: withoutAppeals,
    attempt: (actor, ids) => ({
      body: { ...APPEAL, member_id: ids[self(actor)], reply_id: idOf('hidden reply', otherThan(actor)) },
    }),
    cells: NOBODY,
  },
  {
    table: 'appeals',
    verb: 'insert',
    what: "an appeal in another's name",
    prepare: withoutAppeals,
    attempt: (actor, ids) => ({
      body: {
        ...APPEAL,
        member_id: ids[otherThan(actor)],
        thread_id: idOf('hidden thread', otherThan(actor)),
      },
    }),
    cells: NOBODY,
  },
  {
    table: 'appeals',
    verb: 'insert',
    what: 'an appeal that is granted',
    prepare: withoutAppeals,
    attempt: (actor, ids) => ({
      body: {
        ...APPEAL,
        member_id: ids[self(actor)],
        thread_id: idOf('hidden thread', self(actor)),
        state: 'granted',
      },
    }),
    cells: NOBODY,
  },
  {
    table: 'appeals',
    verb: 'update',
    what: 'an own appeal',
    attempt: (actor) => ({ query: `id=eq.${idOf('appeal', self(actor))}`, body: { state: 'granted' } }),
    cells: NOBODY,
  },
  {
    table: 'appeals',
    verb: 'delete',
    what: 'an own appeal',
    attempt: (actor) => ({ query: `id=eq.${idOf('appeal', self(actor))}` }),
    cells: NOBODY,
  },
]

export const sanctionRules: Rule[] = [...reasonRows, ...sanctionRows, ...appealRows, ...noteRows]
