// The Prefer header (RFC 7240): the caller's preferences, and which of them were applied.
// https://docs.postgrest.org/en/stable/references/api/preferences.html

export type Preferences = {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  return: 'representation' | 'minimal' | 'headers-only' | null
  count: 'exact' | 'planned' | 'estimated' | null
  missing: 'default' | 'null' | null
  /** Also null if the operator does not allow it. */
  tx: 'commit' | 'rollback' | null
  handling: 'strict' | 'lenient' | null
  /** A time zone known to PostgreSQL; any other is invalid. */
  timezone: string | null
  maxAffected: number | null
  /** Unknown preferences; refused under handling=strict. */
  invalid: readonly string[]
}

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
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
    const known = Object.hasOwn(KNOWN, name) && KNOWN[name]?.includes(value)
    const zone = name === 'timezone' && allowed.timezones.has(value)
    if (known || affected || zone) found[name] ??= value
    else invalid.push(preference)
  }
  const maxAffected = found['max-affected']
  return {
    resolution: (found.resolution ?? null) as Preferences['resolution'],
    return: (found.return ?? null) as Preferences['return'],
    count: (found.count ?? null) as Preferences['count'],
    missing: (found.missing ?? null) as Preferences['missing'],
    handling: (found.handling ?? null) as Preferences['handling'],
    tx: allowed.tx ? ((found.tx ?? null) as Preferences['tx']) : null,
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
