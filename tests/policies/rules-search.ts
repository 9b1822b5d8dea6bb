// Who may do what with the words that mean the same to the search: administrators alone.
import { ADMIN_CHANGES, ADMIN_INSERTS, ADMIN_READS, type Rule } from './rule.ts'
import { idOf } from './scene.ts'

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
]
