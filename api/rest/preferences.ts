// The Prefer header (RFC 7240): the caller's preferences, and which of them were applied.
// https://docs.postgrest.org/en/stable/references/api/preferences.html

const KNOWN = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  /** Also null if the operator does not allow it. */
  tx: ['commit', 'rollback'],
} as const

export type Preferences = { [Name in keyof typeof KNOWN]: (typeof KNOWN)[Name][number] | null } & {
  /** A time zone known to PostgreSQL; any other is invalid. */
  timezone: string | null
  maxAffected: number | null
  /** Unknown preferences; refused under handling=strict. */
  invalid: readonly string[]
}

export type Allowed = { tx: boolean; timezones: ReadonlySet<string> }

/** Parses a Prefer header; the first of duplicate preferences counts. */
export function readPreferences(
  header: string | null,
  allowed: Allowed = { tx: false, timezones: new Set() },
): Preferences {
  const found: Record<string, string> = {}
  const invalid: string[] = []
  for (const part of (header ?? '').split(',')) {
    const preference = part.trim()
    if (preference === '') continue
    const [name = '', value = ''] = preference.split('=', 2)
    const affected = name === 'max-affected' && /^\d{1,9}$/.test(value)
    const values: readonly string[] = Object.hasOwn(KNOWN, name) ? KNOWN[name as keyof typeof KNOWN] : []
    const zone = name === 'timezone' && allowed.timezones.has(value)
    if (values.includes(value) || affected || zone) found[name] ??= value
    else invalid.push(preference)
  }
  const given = <Name extends keyof typeof KNOWN>(name: Name) => (found[name] ?? null) as Preferences[Name]
  const maxAffected = found['max-affected']
  return {
    resolution: given('resolution'),
    return: given('return'),
    count: given('count'),
    missing: given('missing'),
    handling: given('handling'),
    tx: allowed.tx ? given('tx') : null,
    timezone: found.timezone ?? null,
    maxAffected: maxAffected === undefined ? null : Number(maxAffected),
    invalid,
  }
}

type Named = 'resolution' | 'missing' | 'return' | 'count' | 'handling' | 'max-affected'

/**
 * Value of Preference-Applied: those of `names` (and always tx and timezone) that were given, in upstream's order;
 * null for none.
 */
export function appliedPreferences(given: Preferences, names: readonly Named[]): string | null {
  const applied: string[] = []
  for (const name of ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'] as const) {
    const everywhere = name === 'tx' || name === 'timezone'
    if (given[name] !== null && (everywhere || names.includes(name))) applied.push(`${name}=${given[name]}`)
  }
  if (given.maxAffected !== null && given.handling === 'strict' && names.includes('max-affected')) {
    applied.push(`max-affected=${given.maxAffected}`)
  }
  return applied.length > 0 ? applied.join(', ') : null
}
