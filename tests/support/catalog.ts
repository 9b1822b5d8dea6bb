// A database's own schemas as lines of text, one an object, to compare two databases.
import type { Sql } from '../../api/database/connection.ts'

const OWN = `not in ('pg_catalog', 'information_schema', 'pg_toast')`
/** Grants in a stable order. */
const sorted = (acl: string) =>
  `coalesce((select string_agg(a::text, ',' order by a::text) from unnest(${acl}) a), '')`

/**
 * Functions, columns in their order, constraints, indexes, triggers, policies, rights, options, publications, text search
 * configurations and comments.
 */
export async function describeCatalog(sql: Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ line: string }[]>(`
    select pg_get_functiondef(p.oid) || ${sorted('p.proacl')} as line
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname ${OWN} and p.prokind in ('f', 'p')
    union all select concat_ws(' ', 'column', n.nspname, c.relname,
        row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression, pg_get_expr(d.adbin, d.adrelid),
        ${sorted('a.attacl')})
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where n.nspname ${OWN} and c.relkind in ('r', 'p', 'v')
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where conrelid <> 0
    union all select schemaname || ' ' || indexdef from pg_indexes where schemaname ${OWN}
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all select row(p.*)::text from pg_policies p
    union all select concat_ws(' ', n.nspname, c.relname, c.relkind, c.relpersistence, c.relrowsecurity,
        c.relforcerowsecurity, c.reloptions, ${sorted('c.relacl')})
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${OWN}
    union all select concat_ws(' ', 'schema', nspname, ${sorted('nspacl')}) from pg_namespace where nspname ${OWN}
    union all select row(p.*)::text from pg_publication_tables p
    union all select concat_ws(' ', 'text search', cfgnamespace::regnamespace, cfgname, maptokentype, mapseqno, mapdict::regdictionary)
      from pg_ts_config join pg_ts_config_map on mapcfg = pg_ts_config.oid where cfgnamespace::regnamespace::text ${OWN}
    union all select concat_ws(' ', 'extension', extname, extnamespace::regnamespace) from pg_extension
    union all select pg_describe_object(d.classoid, d.objoid, d.objsubid) || ': ' || d.description
      from pg_description d where d.objoid >= 16384
    order by line`)
  return rows.map(({ line }) => line)
}
