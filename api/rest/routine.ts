// Resolves a call to a function: overloads differ by the names of their arguments.
// https://docs.postgrest.org/en/stable/references/api/functions.html
import type { Catalog, Routine } from './catalog.ts'
import { closestMatch, closestName, RestError } from './errors.ts'

/** Types that accept a whole body, by media type. */
const UNNAMED: Readonly<Record<string, readonly string[]>> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

export type Call = {
  routine: Routine
  unnamed: boolean
}

export type Wanted = {
  catalog: Catalog
  schema: string
  name: string
  keys: readonly string[]
  /** Media type of the body, or null for GET. */
  bodyType: string | null
}

/**
 * Finds the function that takes exactly these arguments.
 * @throws RestError PGRST202 when there is none, PGRST203 when there are several
 */
export function findRoutine(wanted: Wanted): Call {
  const { catalog, schema, name, keys, bodyType } = wanted
  const all = catalog.routines(schema, name)
  const raw = bodyType !== null && bodyType !== 'application/json' && Object.hasOwn(UNNAMED, bodyType)
  const named = raw ? [] : all.filter((one) => takes(one, keys))
  if (named.length > 1) throw ambiguous(named)
  const [only] = named
  // Its only argument is unnamed (key ""): it takes the whole body.
  if (only) return { routine: only, unnamed: bodyType !== null && only.parameters[0]?.name === '' }
  const types = bodyType !== null && Object.hasOwn(UNNAMED, bodyType) ? (UNNAMED[bodyType] ?? []) : []
  const whole = all.filter(({ parameters: [first, ...more] }) => {
    return first !== undefined && more.length === 0 && first.name === '' && types.includes(first.type)
  })
  if (whole.length > 1) throw ambiguous(whole)
  const [single] = whole
  if (single) return { routine: single, unnamed: true }
  throw missing(wanted, all)
}

function takes(routine: Routine, keys: readonly string[]): boolean {
  const { parameters } = routine
  const known = keys.every((key) => parameters.some((one) => one.name === key))
  return known && parameters.every((one) => !one.required || keys.includes(one.name))
}

function ambiguous(found: readonly Routine[]): RestError {
  const signature = (one: Routine) =>
    `${one.schema}.${one.name}(${one.parameters.map((each) => `${each.name} => ${each.type}`).join(', ')})`
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${found.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function missing(wanted: Wanted, overloads: readonly Routine[]): RestError {
  const { catalog, schema, name, keys, bodyType } = wanted
  const sorted = keys.toSorted()
  const called = `${schema}.${name}`
  const raw = bodyType !== null && bodyType !== 'application/json' ? UNNAMED[bodyType]?.[0] : undefined
  const none = ' without parameters'
  const list = sorted.length === 0 ? none : `(${sorted.join(', ')})`
  const searched =
    sorted.length === 0 ? none : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`
  const whole = bodyType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''
  const with_ = raw ? ` with a single unnamed ${raw} parameter` : `${searched}${whole}`
  const signatures = overloads.map(
    (one) =>
      `(${one.parameters
        .map((each) => each.name)
        .toSorted()
        .join(', ')})`,
  )
  const near =
    overloads.length === 0
      ? closestName(name, catalog.routineNames(schema))
      : closestMatch(`(${sorted.join(', ')})`, signatures)
  const hint = near === null ? null : overloads.length === 0 ? near : `${name}${near}`
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${called}${raw ? '' : list} in the schema cache`,
    {
      details: `Searched for the function ${called}${with_}, but no matches were found in the schema cache.`,
      hint: raw || hint === null ? null : `Perhaps you meant to call the function ${schema}.${hint}`,
    },
  )
}
