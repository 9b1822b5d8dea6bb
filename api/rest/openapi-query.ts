// Queries that the OpenAPI description needs beyond the catalog: privileges and comments.

/** $1: the schema, $2: whether privileges are ignored. Runs as the caller. */
export const DESCRIPTION = `
select json_build_object(
  'comment', pg_catalog.obj_description(n.oid, 'pg_namespace'),
  'relations', coalesce((
    select json_object_agg(c.relname, json_build_object(
      'comment', pg_catalog.obj_description(c.oid, 'pg_class'),
      'columns', (
        select coalesce(json_object_agg(a.attname, json_build_object(
          'comment', pg_catalog.col_description(c.oid, a.attnum),
          'required', a.attnotnull and not a.atthasdef and a.attidentity = '',
          'maxLength', information_schema._pg_char_max_length(a.atttypid, a.atttypmod),
          'refers', (
            select json_build_array(t.relname, f.attname)
            from pg_catalog.pg_constraint k
            join pg_catalog.pg_class t on t.oid = k.confrelid and t.relnamespace = n.oid
            join pg_catalog.pg_attribute f on f.attrelid = t.oid and f.attnum = k.confkey[1]
            where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
            limit 1
          ),
          'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = a.atttypid)
        )), '{}')
        from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      )
    ))
    from pg_catalog.pg_class c
    where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
      and ($2::bool
        or pg_catalog.has_table_privilege(c.oid, 'select, insert, update, delete')
        or pg_catalog.has_any_column_privilege(c.oid, 'select, insert, update'))
  ), '{}'),
  'routines', coalesce((
    select json_object_agg(f.proname, f.comment)
    from (
      select p.proname, min(pg_catalog.obj_description(p.oid, 'pg_proc')) as comment
      from pg_catalog.pg_proc p
      where p.pronamespace = n.oid and p.prokind = 'f'
        and ($2::bool or pg_catalog.has_function_privilege(p.oid, 'execute'))
      group by p.proname
    ) f
  ), '{}')
)::text as body
from pg_catalog.pg_namespace n
where n.nspname = $1`

export type Described = {
  comment: string | null
  relations: Record<
    string,
    {
      comment: string | null
      columns: Record<
        string,
        {
          comment: string | null
          required: boolean
          maxLength: number | null
          enum: string[] | null
          /** Table and column of a foreign key. */
          refers: [string, string] | null
        }
      >
    }
  >
  /** Names of the functions that may be called, with their comments. */
  routines: Record<string, string | null>
}
