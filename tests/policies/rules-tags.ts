// Who may do what with tags: everybody can read those in use, and nobody can write them, because triggers maintain them.
import { cells, EVERYBODY, NOBODY, type Rule } from './rule.ts'

const NOT_IN_USE = cells('none', 'none', 'none', 'none')

export const tagRules: Rule[] = [
  {
    table: 'tags',
    verb: 'select',
    what: 'a tag in use',
    attempt: () => ({ query: 'tag=eq.staged' }),
    cells: EVERYBODY,
  },
  {
    table: 'tags',
    verb: 'select',
    what: 'a tag that only hidden discussions carry',
    attempt: () => ({ query: 'tag=eq.unused' }),
    cells: NOT_IN_USE,
  },
  {
    table: 'tags',
    verb: 'insert',
    what: 'a tag',
    attempt: () => ({ body: { tag: 'new', thread_count: 9_000 } }),
    cells: NOBODY,
  },
  {
    table: 'tags',
    verb: 'update',
    what: 'the count of a tag',
    attempt: () => ({ query: 'tag=eq.staged', body: { thread_count: 9_000 } }),
    cells: NOBODY,
  },
  {
    table: 'tags',
    verb: 'delete',
    what: 'a tag',
    attempt: () => ({ query: 'tag=eq.staged' }),
    cells: NOBODY,
  },
]
