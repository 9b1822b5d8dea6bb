// The published tables, and the columns that each role may read: the publication `supabase_realtime`, as on a
// Supabase project.
import { runLatest } from '../concurrency.ts'
import type { Database } from '../database/database.ts'
import { asService } from '../database/scope.ts'
import type { Logger } from '../log.ts'
import type { Viewer } from '../viewer.ts'

type Column = {
  name: string
  /** The type's name on the wire: uuid, _text, timestamptz. */
  type: string
  sqlType: string
  readers: Viewer['role'][]
}

/** `keys`: the columns of the primary key, in its order. */
export type Table = { schema: string; name: string; keys: Column[]; columns: Column[] }

/** Maximum age when a client subscribes. */
const FRESH_MS = 1_000

/**
 * @param watch whether the tables are made to tell of their changes: nothing else does, and nobody says when one is
 *   added to the publication
 */
export async function readPublished(db: Database, log: Logger, watch: boolean) {
  let byName = new Map<string, Table>()
  let readAt = Number.NEGATIVE_INFINITY

  const renew = runLatest(async () => {
    const unwatched = watch ? await watchPublished(db) : []
    if (unwatched.length > 0) log.warn({ tables: unwatched }, 'realtime.tables_unwatchable')
    const tables = await read(db)
    for (const name of unwatched) tables.delete(name)
    byName = tables
    readAt = Date.now()
  })
  await renew()
  return {
    tables: () => [...byName.values()],
    find: (name: string) => byName.get(name),
    reload: renew,
    /** Reloads the publication if its changes are not announced and the last read is not recent. */
    refresh: async () => {
      if (watch && Date.now() - readAt >= FRESH_MS) await renew()
    },
  }
}

export type Published = Awaited<ReturnType<typeof readPublished>>

async function watchPublished(db: Database): Promise<string[]> {
  const [row] = await asService(
    db,
    (sql) => sql<{ unwatched: string[] }[]>`select unwatched from realtime.watch_published()`,
  )
  return row?.unwatched ?? []
}

async function read(db: Database): Promise<Map<string, Table>> {
  const rows = await asService(
    db,
    (sql) => sql<{ schema: string; name: string; keys: string[] | null; columns: Column[] }[]>`
      select p.schemaname as schema, p.tablename as name,
        (
          select array_agg(a.attname::text order by k.place)
          from pg_index i
          cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary and k.place <= i.indnkeyatts
        ) as keys,
        (
          select jsonb_agg(jsonb_build_object(
            'name', a.attname, 'type', t.typname, 'sqlType', format_type(a.atttypid, null),
            'readers', (
              select coalesce(jsonb_agg(r.role), '[]')
              from (values ('anon'), ('authenticated'), ('service_role')) as r (role)
              where has_column_privilege(r.role, c.oid, a.attnum, 'select')
            )
          ) order by a.attnum)
          from pg_attribute a
          join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ) as columns
      from pg_publication_tables p
      join pg_namespace n on n.nspname = p.schemaname
      join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
    `,
  )
  return new Map(
    rows.flatMap(({ schema, name, keys, columns }) => {
      const found = (keys ?? []).flatMap((key) => columns.find((column) => column.name === key) ?? [])
      // An event identifies a row by its key.
      return found.length > 0 ? [[name, { schema, name, keys: found, columns }] as const] : []
    }),
  )
}
