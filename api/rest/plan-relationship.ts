// Resolves which relationship an embedding refers to; no match or an ambiguous one is refused with a hint. Rules:
// https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
import type { Catalog } from './catalog.ts'
import { closestMatch, RestError } from './errors.ts'
import type { Relationship } from './relationships.ts'

type Wanted = { catalog: Catalog; schema: string; origin: string; target: string; hint: string | null }

/**
 * Finds the relationship from `origin` that `target` (and `hint`) name.
 * @throws RestError PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(wanted: Wanted): Relationship {
  const { catalog, schema, origin, target, hint } = wanted
  // As upstream: embedded relations are in the requested schema.
  const all = (catalog.relation(schema, origin)?.relationships ?? []).filter(
    (one) => one.target.schema === schema,
  )
  const computed = all.find((one) => one.cardinality === 'computed' && one.function.name === target)
  if (computed) return computed
  const found = all.filter((one) => fits(one, target, hint))
  const [first] = found
  if (first && found.length === 1) return first
  throw first ? ambiguous(origin, target, found) : missing(wanted)
}

function fits(one: Relationship, target: string, hint: string | null): boolean {
  if (one.cardinality === 'computed') return false
  const byName = target === one.target.name
  if (one.cardinality === 'many-to-many') {
    return byName && (hint === null ? !one.self : hint === one.junction.name)
  }
  const [pair, ...more] = one.columns
  const originColumn = more.length === 0 ? pair?.origin : undefined
  const targetColumn = more.length === 0 ? pair?.target : undefined
  if (one.self) {
    // A self-reference is two relationships: the table's name (with the column as a hint if there are several) means
    // the referencing rows, the column's name means the referenced row.
    if (one.cardinality === 'one-to-many') return byName && (hint === null || hint === targetColumn)
    return hint === null && target === originColumn
  }
  if (hint === null) {
    return byName || (!one.targetIsView && (target === one.constraint || target === originColumn))
  }
  return byName && (hint === one.constraint || hint === originColumn || hint === targetColumn)
}

function missing({ catalog, schema, origin, target, hint }: Wanted): RestError {
  const parent = catalog.relation(schema, origin)
  const near = parent
    ? closestMatch(
        target,
        parent.relationships.map((one) => one.target.name).filter((name) => name !== target),
      )
    : closestMatch(
        origin,
        catalog.relations(schema).map((one) => one.name),
      )
  const meant = parent ? target : origin
  const using = hint === null ? '' : `' using the hint '${hint}`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin}' and '${target}${using}' in the schema '${schema}', but no matches were found.`,
      hint: near === null ? null : `Perhaps you meant '${near}' instead of '${meant}'.`,
    },
  )
}

const CARDINALITIES = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed']

/** Upstream's order: by target, then by cardinality, then by name. */
function inOrder(a: Relationship, b: Relationship): number {
  const words = (one: Relationship) => [
    one.target.name,
    String(CARDINALITIES.indexOf(one.cardinality)),
    hintOf(one),
    ...('constraints' in one ? one.constraints : []),
    ...('columns' in one ? one.columns.flatMap((pair) => [pair.origin, pair.target]) : []),
  ]
  const left = words(a).join('\0')
  const right = words(b).join('\0')
  return left < right ? -1 : left > right ? 1 : 0
}

function ambiguous(origin: string, target: string, several: readonly Relationship[]): RestError {
  const found = several.toSorted(inOrder)
  const hints = found.map((one) => `'${one.target.name}!${hintOf(one)}'`).join(', ')
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${hints}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function hintOf(one: Relationship): string {
  if (one.cardinality === 'computed') return one.function.name
  return one.cardinality === 'many-to-many' ? one.junction.name : one.constraint
}

function describe(one: Relationship): Record<string, string> {
  const embedding = `${one.origin.name} with ${one.target.name}`
  const { cardinality } = one
  if (cardinality === 'computed') return { cardinality, embedding, relationship: one.function.name }
  const list = (columns: readonly string[]) => `(${columns.join(', ')})`
  if (cardinality === 'many-to-many') {
    const near = list(one.near.map((pair) => pair.target))
    const far = list(one.far.map((pair) => pair.origin))
    const [first, second] = one.constraints
    const relationship = `${one.junction.name} using ${first}${near} and ${second}${far}`
    return { cardinality, embedding, relationship }
  }
  const from = `${one.origin.name}${list(one.columns.map((pair) => pair.origin))}`
  const to = `${one.target.name}${list(one.columns.map((pair) => pair.target))}`
  return { cardinality, embedding, relationship: `${one.constraint} using ${from} and ${to}` }
}
