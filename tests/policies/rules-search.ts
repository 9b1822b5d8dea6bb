// Who may do what with the lists that administrators keep: synonyms of the search, and reserved names.
import { ADMIN_CHANGES, ADMIN_INSERTS, ADMIN_READS, NOBODY, type Rule } from './rule.ts'
import { idOf } from './scene.ts'

const NAME = () => `id=eq.${idOf('reserved name')}`
const ROW = () => `id=eq.${idOf('synonyms')}`

export const searchRules: Rule[] = [
  {
    table: 'search_synonyms',
    verb: 'select',
    what: 'synonyms',
    attempt: () => ({ query: ROW() }),
    cells: ADMIN_READS,
  },
  {
    table: 'search_synonyms',
    verb: 'insert',
    what: 'synonyms',
    attempt: () => ({ body: { terms: ['fresh', 'new'], typed_only: ['nu'] } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'search_synonyms',
    verb: 'update',
    what: 'synonyms',
    attempt: () => ({ query: ROW(), body: { terms: ['changed', 'staged'] } }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'search_synonyms',
    verb: 'delete',
    what: 'synonyms',
    attempt: () => ({ query: ROW() }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'reserved_names',
    verb: 'select',
    what: 'a reserved name',
    attempt: () => ({ query: NAME() }),
    cells: ADMIN_READS,
  },
  {
    table: 'reserved_names',
    verb: 'insert',
    what: 'a reserved name',
    attempt: () => ({ body: { name: 'Chief Desk', is_part: false } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'reserved_names',
    verb: 'update',
    what: 'a reserved name',
    attempt: () => ({ query: NAME(), body: { name: 'changed' } }),
    cells: NOBODY,
    unseen: true,
  },
  {
    table: 'reserved_names',
    verb: 'delete',
    what: 'a reserved name',
    attempt: () => ({ query: NAME() }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
]
