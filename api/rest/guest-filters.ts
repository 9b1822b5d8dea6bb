// Decides which filters and orders a guest may ask for, by what they cost. In this order: an index serves them; no policy
// gives a guest a row; the tables are small enough to be read whole; the planner estimates little work. Members are not
// restricted: they are limited by account and statement timeout.
import { LRUCache } from 'lru-cache'
import { digest } from '../crypto.ts'
import type { Database } from '../database/database.ts'
import { asViewer, type Cells, type RequestContext } from '../database/scope.ts'
import type { Logger } from '../log.ts'
import type { Viewer } from '../viewer.ts'
import type { Catalog, Relation } from './catalog.ts'
import { unindexedError } from './errors.ts'
import { findUnindexed, type Restricted } from './indexed.ts'
import type { RestSettings } from './settings.ts'
import { planText, type SqlStatement } from './sql.ts'
import { createTableFacts, type TableFacts } from './table-facts.ts'

/** What a guest asks for: the rows that are read, and the statement that reads them. */
export type GuestWork = {
  levels: readonly Restricted[]
  statement: SqlStatement
  /** The first level's rows without a limit. */
  unlimited?: () => SqlStatement
}

const PAGE_BYTES = 8_192
/** Tables of this size together are read whole in 2 ms, and in 50 ms with the slowest pattern. */
const SMALL_BYTES = 512 * PAGE_BYTES
/** In the planner's units: a table of 30 MB read whole, about 20 ms. */
const MAX_COST = 5_000
/** A pattern reads each letter, which the planner does not count: the slowest one takes many times what reading takes. */
const PATTERN_FACTOR = 5
/** Of small tables, of which one may be read for each row of another: 1,000 times 100 kB, about 60 ms. */
const MAX_EMBED_COST = 10 * MAX_COST
/** From here on the operator is warned, so that a growing table does not end an app's reads by surprise. */
const WARNED_COST = MAX_COST / 2

const COST_VALID_MS = 60_000
const KEPT_COSTS = 1_000
const WARNED_AGAIN_MS = 3_600_000
const KEPT_WARNINGS = 500

const NO_PAGES: TableFacts = { pages: 0, toast: 0, isClosed: false }
const UNKNOWN: TableFacts = { ...NO_PAGES, pages: Number.POSITIVE_INFINITY }

type Options = {
  db: Database
  settings: Pick<RestSettings, 'guestFilters'>
  log: Logger
  catalog: () => Catalog
}

export function createGuestFilters({ db, settings, log, catalog }: Options) {
  const facts = createTableFacts(db, () => [...new Set(relationsOf(catalog()).flatMap(tablesOf))])
  /**
   * By statement and values: with one verdict for all values, a common word could be asked first to have a rare one
   * pass, or a rare one to have an app's usual request refused.
   */
  const costs = new LRUCache<string, Promise<number>>({ max: KEPT_COSTS, ttl: COST_VALID_MS })
  const warned = new LRUCache<string, true>({ max: KEPT_WARNINGS, ttl: WARNED_AGAIN_MS })

  const costOf = (statement: SqlStatement, viewer: Viewer, context: RequestContext): Promise<number> => {
    const key = digest(JSON.stringify([context.searchPath, statement.text, statement.values]))
    const kept = costs.get(key)
    if (kept) return kept
    const asked = explainCost(db, viewer, context, statement)
    costs.set(key, asked)
    asked.catch(() => costs.delete(key))
    return asked
  }

  const warn = (statement: SqlStatement, details: object) => {
    const key = digest(statement.text)
    if (warned.has(key)) return
    warned.set(key, true)
    log.warn({ ...details, most: MAX_COST }, 'rest.guest_filter_near_limit')
  }

  return {
    /** @throws RestError PT400 for what reads too much; whatever the database says of a statement that it cannot plan */
    async admit(work: GuestWork, viewer: Viewer, context: RequestContext): Promise<void> {
      const { guestFilters: mode } = settings
      if (mode === 'any') return
      const unindexed = work.levels.flatMap(findUnindexed)
      if (unindexed.length === 0) return
      const known = await facts.current()
      const isClosed = ({ oid }: Relation) => oid !== undefined && known.get(oid)?.isClosed === true
      // Without a row of the first level nothing else is read.
      const [first] = work.levels
      if (first?.source === 'relation' && first.relation && isClosed(first.relation)) return
      const reading = unindexed.filter(({ relation }) => !isClosed(relation))
      const [named] = reading
      if (!named) return
      const refusal = () => unindexedError(named.relation, named.what, named.column)
      if (mode === 'indexed' && reading.some(({ relation }) => isTable(relation))) throw refusal()
      const { pages, toast } = sizeOf(work.levels, catalog(), known)
      const long = reading.some(({ readsToast }) => readsToast) ? toast : 0
      const patterns = reading.reduce((sum, one) => sum + one.patterns, 0)
      if (mode === 'sized' && (pages + long) * Math.max(1, patterns) <= SMALL_BYTES) {
        if (work.levels.every(({ embeds }) => embeds.length === 0)) return
        if ((await costOf(work.statement, viewer, context)) > MAX_EMBED_COST) throw refusal()
        return
      }
      // The planner expects a LIMIT to end a scan early. Where it cannot know the values, a guest could ask for one row
      // that does not exist.
      const unlimited = reading.some(({ isGuessed }) => isGuessed) ? work.unlimited?.() : undefined
      const statements = unlimited ? [unlimited, work.statement] : [work.statement]
      let cost = 0
      for (const statement of statements) {
        // The planner does not count the pages of long values.
        const estimated = (await costOf(statement, viewer, context)) + long / PAGE_BYTES
        cost = Math.max(cost, estimated * (patterns < 1 ? 1 : PATTERN_FACTOR * patterns))
        if (cost > MAX_COST) throw refusal()
      }
      if (cost > WARNED_COST) {
        const { relation, what, column } = named
        warn(work.statement, { table: relation.name, what, column, cost: Math.round(cost) })
      }
    },
    /** After a change of the schema. */
    forget() {
      facts.forget()
      costs.clear()
    },
  }
}

const relationsOf = (catalog: Catalog) => catalog.schemas.flatMap((schema) => catalog.relations(schema))

const tablesOf = ({ tables = [] }: Relation) => tables

/** Whether it has pages, and so may have indexes. */
const isTable = ({ oid, tables }: Relation) => oid === undefined || tables?.includes(oid) !== false

/** All tables that the levels read; a table that is read by two levels counts twice. */
function sizeOf(levels: readonly Restricted[], catalog: Catalog, known: ReadonlyMap<number, TableFacts>) {
  const sizes = levels
    .flatMap((level) => relationsRead(level, catalog))
    .flatMap((relation) => relation.tables ?? [])
    .map((table) => known.get(table) ?? UNKNOWN)
    .map((table) => (table.isClosed ? NO_PAGES : table))
  const sum = (of: 'pages' | 'toast') => sizes.reduce((total, size) => total + size[of], 0)
  return { pages: sum('pages'), toast: sum('toast') }
}

function relationsRead({ relation, source, embeds }: Restricted, catalog: Catalog): Relation[] {
  return [
    ...(relation && source === 'relation' ? [relation] : []),
    ...embeds.flatMap(({ level, relationship }) => {
      const { junction } = relationship.cardinality === 'many-to-many' ? relationship : { junction: null }
      const between = junction ? catalog.relation(junction.schema, junction.name) : undefined
      return [...(between ? [between] : []), ...relationsRead(level, catalog)]
    }),
  ]
}

/** Asks the planner, within the guest's share and time limits, and with the guest's policies. */
async function explainCost(
  db: Database,
  viewer: Viewer,
  context: RequestContext,
  { text, values }: SqlStatement,
): Promise<number> {
  const statement = { text: `EXPLAIN (FORMAT JSON) ${text}`, values, prepare: false, raw: true }
  const rows = await asViewer<Cells>(db, viewer, { ...context, readOnly: true }, statement)
  const [{ Plan }] = JSON.parse(planText(rows)) as [{ Plan: { 'Total Cost': number } }]
  return Plan['Total Cost']
}
