// How large tables are, and which of them show a guest no row. Real pages, because the planner's number of rows is
// unknown until the first ANALYZE. Read again each minute, and after a change of the schema.
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'

export type TableFacts = {
  /** Bytes of its own pages, and of those with long values. Infinite for a foreign table. */
  pages: number
  toast: number
  /** Row security is on, and no policy gives a guest any row: PostgreSQL answers without reading the table. */
  isClosed: boolean
}

/** $1: object ids. A partitioned table, or one that others inherit from, is as large as all of its parts. */
const FACTS = `
with recursive parts (relation, part) as (
  select asked, asked::oid from unnest($1::int[]) as asked
  union
  select p.relation, i.inhrelid from parts p join pg_catalog.pg_inherits i on i.inhparent = p.part
)
select p.relation,
  sum(pg_catalog.pg_relation_size(c.oid))::float8 as pages,
  sum(case when c.reltoastrelid = 0 then 0 else pg_catalog.pg_relation_size(c.reltoastrelid) end)::float8 as toast,
  bool_or(c.relkind = 'f') as "isForeign",
  bool_and(c.oid <> p.relation::oid or (
    c.relkind in ('r', 'p') and c.relrowsecurity
    and not pg_catalog.pg_has_role('anon', c.relowner, 'member')
    and not exists (
      select from pg_catalog.pg_policy r
      where r.polrelid = c.oid and r.polpermissive and r.polcmd in ('r', '*')
        and exists (
          select from unnest(r.polroles) as role where role = 0 or pg_catalog.pg_has_role('anon', role, 'member')
        )
        and pg_catalog.pg_get_expr(r.polqual, r.polrelid) is distinct from 'false'
    )
  )) as "isClosed"
from parts p
join pg_catalog.pg_class c on c.oid = p.part
group by p.relation`

type Row = TableFacts & { relation: number; isForeign: boolean }

const VALID_MS = 60_000

/** @param tables object ids of the tables that requests can reach */
export function createTableFacts(db: Database, tables: () => readonly number[]) {
  let known: { facts: Promise<ReadonlyMap<number, TableFacts>>; until: number } | null = null

  const read = () =>
    asService(db, async (sql) => {
      const rows = await sql.unsafe<Row[]>(FACTS, [[...tables()]])
      return new Map(
        rows.map(({ relation, isForeign, ...facts }) => [
          relation,
          isForeign ? { ...facts, pages: Number.POSITIVE_INFINITY } : facts,
        ]),
      )
    })

  return {
    /** At most a minute old. Concurrent callers share one query. */
    current(): Promise<ReadonlyMap<number, TableFacts>> {
      const now = performance.now()
      if (known && now < known.until) return known.facts
      const reading = { facts: read(), until: now + VALID_MS }
      known = reading
      reading.facts.catch(() => {
        if (known === reading) known = null
      })
      return reading.facts
    },
    /** After a change of the schema. */
    forget() {
      known = null
    },
  }
}
