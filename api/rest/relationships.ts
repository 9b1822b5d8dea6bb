// Finds all relationships for embedding: foreign keys both ways, junction tables, the same through views, and
// functions from a row to rows.
import type { Name } from './sql-text.ts'
import type { ViewSource } from './view-columns.ts'

export type ColumnPair = { origin: string; target: string }

export type ForeignKeyRow = {
  name: string
  origin: number
  target: number
  origin_columns: string[]
  target_columns: string[]
}

export type Relationship = {
  origin: Name
  target: Name
  self: boolean
  targetIsView: boolean
} & (
  | {
      cardinality: 'many-to-one' | 'one-to-one' | 'one-to-many'
      constraint: string
      columns: readonly ColumnPair[]
    }
  | {
      cardinality: 'many-to-many'
      junction: Name
      constraints: readonly [string, string]
      /** Join columns of origin and junction. */
      near: readonly ColumnPair[]
      /** Join columns of junction and target. */
      far: readonly ColumnPair[]
    }
  | { cardinality: 'computed'; function: Name; one: boolean }
)

/** Whether an embedding returns one object instead of an array. */
export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === 'computed'
    ? relationship.one
    : relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

type Sources = {
  /** Exposed relations by object id. */
  names: ReadonlyMap<number, Name>
  primaryKeys: ReadonlyMap<number, readonly string[]>
  uniqueKeys: ReadonlyMap<number, readonly (readonly string[])[]>
  foreignKeys: readonly ForeignKeyRow[]
  viewSources: readonly ViewSource[]
  functions: readonly { schema: string; name: string; origin: number; target: number; one: boolean }[]
}

/** Maximum number of column combinations of one foreign key in a view. */
const MAX_COMBINATIONS = 64

type Link = {
  constraint: string
  origin: number
  target: number
  columns: ColumnPair[]
  originIsView: boolean
  targetIsView: boolean
  /** The origin's columns are unique, so the reverse direction is to-one as well. */
  unique: boolean
}

/** All relationships by the object id of their origin. */
export function relationships(sources: Sources): Map<number, Relationship[]> {
  const links = throughViews(tableLinks(sources), sources.viewSources)
  const found = new Map<number, Relationship[]>()
  const name = (oid: number) => sources.names.get(oid)
  const add = (oid: number, relationship: Relationship) => {
    const list = found.get(oid)
    if (list) list.push(relationship)
    else found.set(oid, [relationship])
  }
  for (const link of links) {
    const origin = name(link.origin)
    const target = name(link.target)
    if (!origin || !target) continue
    const self = link.origin === link.target
    const { constraint, columns } = link
    add(link.origin, {
      origin,
      target,
      self,
      constraint,
      columns,
      targetIsView: link.targetIsView,
      cardinality: link.unique ? 'one-to-one' : 'many-to-one',
    })
    add(link.target, {
      origin: target,
      target: origin,
      self,
      constraint,
      targetIsView: link.originIsView,
      columns: columns.map((pair) => ({ origin: pair.target, target: pair.origin })),
      cardinality: link.unique ? 'one-to-one' : 'one-to-many',
    })
  }
  for (const [oid, relationship] of junctions(links, name, sources.primaryKeys)) add(oid, relationship)
  for (const fn of sources.functions) {
    const origin = name(fn.origin)
    const target = name(fn.target)
    if (!origin || !target) continue
    add(fn.origin, {
      origin,
      target,
      self: fn.origin === fn.target,
      targetIsView: false,
      one: fn.one,
      cardinality: 'computed',
      function: { schema: fn.schema, name: fn.name },
    })
  }
  return found
}

function tableLinks(sources: Sources): Link[] {
  return sources.foreignKeys.map((key) => ({
    constraint: key.name,
    origin: key.origin,
    target: key.target,
    columns: key.origin_columns.map((column, index) => ({
      origin: column,
      target: key.target_columns[index] ?? '',
    })),
    originIsView: false,
    targetIsView: false,
    unique: (sources.uniqueKeys.get(key.origin) ?? []).some((unique) => sameSet(unique, key.origin_columns)),
  }))
}

/**
 * A view inherits a foreign key if it exposes all columns of that end; if it exposes a column under several names,
 * once for each.
 */
function throughViews(links: readonly Link[], sources: readonly ViewSource[]): Link[] {
  const byOrigin = Map.groupBy(sources, (source) => source.origin)
  const shown = (origin: number, columns: readonly string[]) =>
    [...Map.groupBy(byOrigin.get(origin) ?? [], (source) => source.view)].flatMap(([view, found]) =>
      combinations(
        columns.map((name) => found.filter((one) => one.originColumn === name).map((one) => one.column)),
      ).map((names) => ({ view, names })),
    )
  return links.flatMap((link) => {
    const origins = shown(
      link.origin,
      link.columns.map((pair) => pair.origin),
    )
    const targets = shown(
      link.target,
      link.columns.map((pair) => pair.target),
    )
    const fromViews = origins.map(({ view, names }) => ({
      ...link,
      origin: view,
      originIsView: true,
      columns: link.columns.map((pair, index) => ({ origin: names[index] ?? '', target: pair.target })),
    }))
    return [link, ...fromViews].flatMap((one) => [
      one,
      ...targets.map(({ view, names }) => ({
        ...one,
        target: view,
        targetIsView: true,
        columns: one.columns.map((pair, index) => ({ origin: pair.origin, target: names[index] ?? '' })),
      })),
    ])
  })
}

/** The Cartesian product; the bound is far above real views. */
function combinations(lists: readonly (readonly string[])[]): string[][] {
  const start: string[][] = [[]]
  return lists.reduce(
    (made, list) => made.flatMap((one) => list.map((each) => [...one, each])).slice(0, MAX_COMBINATIONS),
    start,
  )
}

/** Two foreign keys of one table or view whose columns are all of its primary key join their targets. */
function* junctions(
  links: readonly Link[],
  name: (oid: number) => Name | undefined,
  primaryKeys: ReadonlyMap<number, readonly string[]>,
): Generator<[number, Relationship]> {
  const candidates = Map.groupBy(
    links.filter(({ origin, columns, unique }) => {
      const key = primaryKeys.get(origin) ?? []
      return !unique && columns.every((pair) => key.includes(pair.origin))
    }),
    (link) => link.origin,
  )
  for (const [oid, keys] of candidates) {
    const junction = name(oid)
    if (!junction) continue
    for (const near of keys) {
      for (const far of keys) {
        const origin = name(near.target)
        const target = name(far.target)
        if (near === far || near.constraint === far.constraint || !origin || !target) continue
        yield [
          near.target,
          {
            origin,
            target,
            junction,
            self: near.target === far.target,
            targetIsView: far.targetIsView,
            cardinality: 'many-to-many',
            constraints: [near.constraint, far.constraint],
            near: near.columns.map((pair) => ({ origin: pair.target, target: pair.origin })),
            far: far.columns,
          },
        ]
      }
    }
  }
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one))
}
