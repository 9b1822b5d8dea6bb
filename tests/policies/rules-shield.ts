// Who may do what with the scam shield's rules and its counts.
import { ADMIN_CHANGES, ADMIN_INSERTS, ADMIN_READS, NOBODY, type Rule } from './rule.ts'
import { idOf } from './scene.ts'

const ROW = () => `id=eq.${idOf('shield rule')}`

export const shieldRules: Rule[] = [
  {
    table: 'shield_rules',
    verb: 'select',
    what: 'a rule of the shield',
    attempt: () => ({ query: ROW() }),
    cells: ADMIN_READS,
  },
  {
    table: 'shield_rules',
    verb: 'insert',
    what: 'a rule of the shield',
    attempt: () => ({ body: { kind: 'host', pattern: 'scam.example', effect: 'refuse', is_active: false } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'shield_rules',
    verb: 'update',
    what: 'a rule of the shield',
    attempt: () => ({ query: ROW(), body: { is_active: false } }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'shield_rules',
    verb: 'update',
    what: 'what a rule of the shield looks for',
    attempt: () => ({ query: ROW(), body: { pattern: 'another' } }),
    cells: NOBODY,
    unseen: true,
  },
  {
    table: 'shield_rules',
    verb: 'delete',
    what: 'a rule of the shield',
    attempt: () => ({ query: ROW() }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'shield_hits',
    verb: 'select',
    what: 'how often the shield stopped what',
    attempt: () => ({ query: 'surface=eq.staged' }),
    cells: ADMIN_READS,
  },
  {
    table: 'shield_hits',
    verb: 'insert',
    what: 'a count of the shield',
    attempt: () => ({ body: { surface: 'staged', reason: 'made up' } }),
    cells: NOBODY,
  },
  {
    table: 'shield_hits',
    verb: 'update',
    what: 'a count of the shield',
    attempt: () => ({ query: 'surface=eq.staged', body: { hits: 0 } }),
    cells: NOBODY,
    unseen: true,
  },
  {
    table: 'shield_hits',
    verb: 'delete',
    what: 'a count of the shield',
    attempt: () => ({ query: 'surface=eq.staged' }),
    cells: NOBODY,
    unseen: true,
  },
]
