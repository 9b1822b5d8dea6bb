// Settings of /rest/v1: exposed schemas, and optional features that are expensive or reveal more. Defaults are
// upstream's, or safer. Read by api/config.ts. https://docs.postgrest.org/en/stable/references/configuration.html
import { z } from 'zod'

const TRANSACTION_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
const GUEST_FILTERS = ['indexed', 'sized', 'any'] as const
const OPENAPI = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
/** Exposing one of these would expose passwords, or PostgreSQL itself. */
const NEVER_SHOWN = ['auth', 'pg_catalog', 'information_schema', 'pg_toast', 'private', 'platform']

const names = (value: string) => [
  ...new Set(
    value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]
export const onOff = (otherwise: 'on' | 'off') =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default(otherwise)
    .transform((value) => value === 'on')

export const REST_ENVIRONMENT = {
  EXPOSED_SCHEMAS: z
    .string()
    .default('public')
    .transform(names)
    .refine((schemas) => schemas.length > 0, { message: 'must name a schema' })
    .refine((schemas) => !schemas.some((schema) => NEVER_SHOWN.includes(schema)), {
      message: `must not name any of ${NEVER_SHOWN.join(', ')}`,
    }),
  EXTRA_SEARCH_PATH: z.string().default('public,extensions').transform(names),
  MAX_ROWS: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(1, 'must be 1 to 1000000')
    .max(1_000_000, 'must be 1 to 1000000')
    .default(1_000),
  AGGREGATES: onOff('off'),
  EXPLAIN: onOff('off'),
  TRANSACTION_END: z
    .enum(TRANSACTION_ENDS, { error: `must be one of ${TRANSACTION_ENDS.join(', ')}` })
    .default('commit'),
  GUEST_FILTERS: z
    .enum(GUEST_FILTERS, { error: `must be one of ${GUEST_FILTERS.join(', ')}` })
    .default('sized'),
  OPENAPI: z.enum(OPENAPI, { error: `must be one of ${OPENAPI.join(', ')}` }).default('follow-privileges'),
}

/** The settings in the gateway's form. */
export function restSettings(given: z.infer<z.ZodObject<typeof REST_ENVIRONMENT>>) {
  return {
    /** Exposed schemas; the first is the default. */
    schemas: given.EXPOSED_SCHEMAS,
    /** Schemas added to the search path: extensions, helpers. */
    extraSearchPath: given.EXTRA_SEARCH_PATH,
    /** Maximum rows of a response and of every embedded array. */
    maxRows: given.MAX_ROWS,
    /** `count()`, `sum()` and the like in `select`. */
    aggregates: given.AGGREGATES,
    /** The media type application/vnd.pgrst.plan. */
    explain: given.EXPLAIN,
    /** Which filters and orders guests may ask for: those of an index, also cheap ones, or all (guest-filters.ts). */
    guestFilters: given.GUEST_FILTERS,
    /** How a request's transaction ends, and whether `Prefer: tx` may override it. */
    transactionEnd: given.TRANSACTION_END,
    /** What the OpenAPI description lists: what the caller may access, everything, or nothing. */
    openapi: given.OPENAPI,
  }
}

export type RestSettings = ReturnType<typeof restSettings>

export const REST_DEFAULTS = restSettings(z.object(REST_ENVIRONMENT).parse({}))
