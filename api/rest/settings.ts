// Settings of /rest/v1: exposed schemas, and optional features that are expensive or reveal more. Defaults are
// upstream's, or safer. Read by api/config.ts. https://docs.postgrest.org/en/stable/references/configuration.html
import { z } from 'zod'
import { defineSettings, list, oneOf, onOff } from '../setting-group.ts'

const TRANSACTION_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const GUEST_FILTERS = ['indexed', 'sized', 'any'] as const
const OPENAPI = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
/** Exposing one of these would expose passwords, or PostgreSQL itself. */
const NEVER_SHOWN = ['auth', 'pg_catalog', 'information_schema', 'pg_toast', 'private', 'platform']

/** Each name once. */
const names = (otherwise: string) => list(otherwise).transform((given) => [...new Set(given)])

export const REST_SETTINGS = defineSettings({
  /** Exposed schemas; the first is the default. */
  schemas: [
    'EXPOSED_SCHEMAS',
    names('public')
      .refine((schemas) => schemas.length > 0, { message: 'must name a schema' })
      .refine((schemas) => !schemas.some((schema) => NEVER_SHOWN.includes(schema)), {
        message: `must not name any of ${NEVER_SHOWN.join(', ')}`,
      }),
  ],
  /** Schemas added to the search path: extensions, helpers. */
  extraSearchPath: ['EXTRA_SEARCH_PATH', names('public,extensions')],
  /** Maximum rows of a response and of every embedded array. */
  maxRows: [
    'MAX_ROWS',
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be 1 to 1000000')
      .max(1_000_000, 'must be 1 to 1000000')
      .default(1_000),
  ],
  /** `count()`, `sum()` and the like in `select`. */
  aggregates: ['AGGREGATES', onOff('off')],
  /** The media type application/vnd.pgrst.plan. */
  explain: ['EXPLAIN', onOff('off')],
  /** How a request's transaction ends, and whether `Prefer: tx` may override it. */
  transactionEnd: [
    'TRANSACTION_END',
    oneOf(TRANSACTION_ENDS, `one of ${TRANSACTION_ENDS.join(', ')}`).default('commit'),
  ],
  /** Which filters and orders guests may ask for: those of an index, also cheap ones, or all (guest-filters.ts). */
  guestFilters: [
    'GUEST_FILTERS',
    oneOf(GUEST_FILTERS, `one of ${GUEST_FILTERS.join(', ')}`).default('sized'),
  ],
  /** What the OpenAPI description lists: what the caller may access, everything, or nothing. */
  openapi: ['OPENAPI', oneOf(OPENAPI, `one of ${OPENAPI.join(', ')}`).default('follow-privileges')],
})

export type RestSettings = z.output<typeof REST_SETTINGS.schema>

export const REST_DEFAULTS = REST_SETTINGS.schema.parse({})
