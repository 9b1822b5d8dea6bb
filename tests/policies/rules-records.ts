// Who may do what with the log, the lists of addresses, and the settings.
import { ADMIN_CHANGES, ADMIN_READS, EVERYBODY, NOBODY, type Rule } from './rule.ts'
import { idOf } from './scene.ts'

export const recordRules: Rule[] = [
  {
    table: 'moderation_log',
    verb: 'select',
    what: 'an entry',
    attempt: () => ({ query: 'action=eq.hide' }),
    cells: ADMIN_READS,
  },
  {
    table: 'moderation_log',
    verb: 'insert',
    what: 'an entry',
    attempt: (_actor, ids) => ({ body: { action: 'show', target_table: 'threads', target_id: ids.asha } }),
    cells: NOBODY,
  },
  {
    table: 'moderation_log',
    verb: 'update',
    what: 'an entry',
    attempt: () => ({ query: 'action=eq.hide', body: { reason: 'Changed' } }),
    cells: NOBODY,
  },
  {
    table: 'moderation_log',
    verb: 'delete',
    what: 'an entry',
    attempt: () => ({ query: 'action=eq.hide' }),
    cells: NOBODY,
  },
  ...(
    [
      ['newsletter_subscribers', 'subscriber', { email: 'x@example.com' }, { state: 'confirmed' }],
      [
        'contact_messages',
        'contact',
        { name: 'x', email: 'x@example.com', subject: 'general', message: 'x' },
        { message: 'Changed' },
      ],
    ] as const
  ).flatMap(([table, kind, row, change]): Rule[] => [
    {
      table,
      verb: 'select',
      what: 'an address',
      attempt: () => ({ query: `id=eq.${idOf(kind)}` }),
      cells: ADMIN_READS,
    },
    {
      table,
      verb: 'insert',
      what: 'a row, past the function',
      attempt: () => ({ body: row }),
      cells: NOBODY,
    },
    {
      table,
      verb: 'update',
      what: 'a row',
      attempt: () => ({ query: `id=eq.${idOf(kind)}`, body: change }),
      cells: NOBODY,
    },
    {
      table,
      verb: 'delete',
      what: 'a row',
      attempt: () => ({ query: `id=eq.${idOf(kind)}` }),
      cells: NOBODY,
    },
  ]),
  {
    table: 'contact_messages',
    verb: 'update',
    what: 'when a message was answered',
    attempt: () => ({
      query: `id=eq.${idOf('contact')}`,
      body: { answered_at: '2025-01-01T00:00:00+00:00' },
    }),
    cells: ADMIN_CHANGES,
    unseen: true,
  },
  {
    table: 'contact_messages',
    verb: 'update',
    what: 'when a message was mailed',
    attempt: () => ({
      query: `id=eq.${idOf('contact')}`,
      body: { mailed_at: '2025-01-01T00:00:00+00:00' },
    }),
    cells: NOBODY,
  },
  {
    table: 'site_settings',
    verb: 'select',
    what: 'the settings',
    attempt: () => ({ query: 'id=is.true' }),
    cells: EVERYBODY,
  },
  {
    table: 'site_settings',
    verb: 'insert',
    what: 'a second row of settings',
    attempt: () => ({ body: { site_name: 'Second' } }),
    cells: NOBODY,
  },
  {
    table: 'site_settings',
    verb: 'update',
    what: 'the settings',
    attempt: () => ({ query: 'id=is.true', body: { max_posts_per_day: 99 } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'site_settings',
    verb: 'delete',
    what: 'the settings',
    attempt: () => ({ query: 'id=is.true' }),
    cells: NOBODY,
  },
]
