// A database's own schemas as lines of text, one an object, to compare two databases.
import type { Sql } from '../../api/database/connection.ts'

const OWN = `not in ('pg_catalog', 'information_schema', 'pg_toast')`
/** Grants in a stable order. */
const sorted = (acl: string) =>
  `coalesce((select string_agg(a::text, ',' order by a::text) from unnest(${acl}) a), '')`

/** Functions, columns, constraints, indexes, triggers, policies, rights and comments. */
export async function describeCatalog(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(`
    select pg_get_functiondef(p.oid) || ${sorted('p.proacl')} as line
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname ${OWN} and p.prokind in ('f', 'p')
    union all select concat_ws(' ', table_schema, table_name, column_name, data_type, is_nullable, column_default)
      from information_schema.columns where table_schema ${OWN}
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid <> 0
    union all select schemaname || ' ' || indexdef from pg_indexes where schemaname ${OWN}
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select row(p.*)::text from pg_policies p
    union all select concat_ws(' ', n.nspname, c.relname, c.relkind, c.relrowsecurity, ${sorted('c.relacl')})
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${OWN}
    union all select pg_describe_object(d.classoid, d.objoid, d.objsubid) || ': ' || d.description
      from pg_description d
      where d.classoid in ('pg_class'::regclass, 'pg_proc'::regclass) and d.objoid >= 16384
    order by line`)
  return rows.map(({ line }) => line)
}
