// Who may do what with exports of data.
import { otherThan } from '../cast.ts'
import { cells, NEVER_ANOTHERS, NOBODY, OWNER_READS, type Rule, self } from './rule.ts'
import { idOf } from './scene.ts'

export const exportRules: Rule[] = [
  {
    table: 'data_exports',
    verb: 'select',
    what: 'an own export',
    attempt: (actor) => ({ query: `id=eq.${idOf('export', self(actor))}` }),
    cells: OWNER_READS,
  },
  {
    table: 'data_exports',
    verb: 'select',
    what: "another's export",
    attempt: (actor) => ({ query: `id=eq.${idOf('export', otherThan(actor))}` }),
    cells: NEVER_ANOTHERS,
  },
  {
    table: 'data_exports',
    verb: 'insert',
    what: 'an own export',
    attempt: (actor, ids) => ({ body: { user_id: ids[self(actor)] } }),
    cells: cells('42501', 'yes', 'yes', 'yes'),
  },
  {
    table: 'data_exports',
    verb: 'insert',
    what: "an export of another's data",
    attempt: (actor, ids) => ({ body: { user_id: ids[otherThan(actor)] } }),
    cells: NOBODY,
  },
  {
    table: 'data_exports',
    verb: 'insert',
    what: 'an own export that is ready',
    attempt: (actor, ids) => ({ body: { user_id: ids[self(actor)], state: 'ready' } }),
    cells: NOBODY,
  },
  {
    table: 'data_exports',
    verb: 'update',
    what: 'how long an own export is kept',
    attempt: (actor) => ({
      query: `id=eq.${idOf('export', self(actor))}`,
      body: { expires_at: '2099-01-01' },
    }),
    cells: NOBODY,
  },
  {
    table: 'data_exports',
    verb: 'delete',
    what: 'an own export',
    attempt: (actor) => ({ query: `id=eq.${idOf('export', self(actor))}` }),
    cells: NOBODY,
  },
]
