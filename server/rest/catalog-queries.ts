// The statements that read pg_catalog. $1 is the list of exposed schemas. Object ids come as int4-safe numbers
// (::int8 would come as text), because they only ever meet one another inside one reading.

export const RELATIONS = `
select c.oid::int as oid, n.nspname as schema, c.relname as name,
  case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
  coalesce((
    select array_agg(a.attname::text order by k.position)
    from pg_catalog.pg_constraint p
    cross join lateral unnest(p.conkey) with ordinality as k (attnum, position)
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where p.conrelid = c.oid and p.contype = 'p'
  ), '{}') as primary_key,
  c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and (pg_catalog.pg_relation_is_updatable(c.oid, true) & 8) = 8)
    as insertable,
  c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and (pg_catalog.pg_relation_is_updatable(c.oid, true) & 4) = 4)
    as updatable,
  c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and (pg_catalog.pg_relation_is_updatable(c.oid, true) & 16) = 16)
    as deletable
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p')
  and n.nspname = any ($1)
  and not c.relispartition
order by n.nspname, c.relname`

/** Of all schemas but PostgreSQL's own: a view may show the columns of a table that is not exposed. */
export const COLUMNS = `
select a.attrelid::int as relation, a.attnum::int as position, a.attname as name,
  pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
  case when a.attgenerated = '' and a.attidentity = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as "default",
  a.attgenerated <> '' or a.attidentity = 'a' as generated
from pg_catalog.pg_attribute a
join pg_catalog.pg_class c on c.oid = a.attrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where c.relkind in ('r', 'v', 'm', 'f', 'p')
  and (n.nspname = any ($1) or n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast'))
  and a.attnum > 0 and not a.attisdropped
order by a.attrelid, a.attnum`

/** Indexes that make a row unique by plain columns alone: no expression, no condition, nulls never equal. */
export const UNIQUE_KEYS = `
select i.indrelid::int as relation,
  array_agg(a.attname::text order by k.position) as columns
from pg_catalog.pg_index i
join pg_catalog.pg_class c on c.oid = i.indrelid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral unnest(i.indkey) with ordinality as k (attnum, position)
join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
  and k.position <= i.indnkeyatts
  and n.nspname = any ($1)
group by i.indexrelid, i.indrelid`

export const FOREIGN_KEYS = `
select k.conname as name, k.conrelid::int as origin, k.confrelid::int as target,
  (select array_agg(a.attname::text order by c.position)
   from unnest(k.conkey) with ordinality as c (attnum, position)
   join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.attnum) as origin_columns,
  (select array_agg(a.attname::text order by c.position)
   from unnest(k.confkey) with ordinality as c (attnum, position)
   join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.attnum) as target_columns
from pg_catalog.pg_constraint k
where k.contype = 'f' and k.conparentid = 0
order by k.conrelid, k.conname`

/** Functions that can be called by name; triggers and internals are none. */
export const FUNCTIONS = `
select n.nspname as schema, p.proname as name,
  case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
  coalesce((
    select json_agg(json_build_object(
      'name', coalesce(p.proargnames[a.position], ''),
      'type', pg_catalog.format_type(a.type, null),
      'required', a.input_position <= p.pronargs - p.pronargdefaults,
      'variadic', a.mode = 'v',
      'relation', nullif(t.typrelid, 0)::int
    ) order by a.position)
    from (
      select args.type, args.position, coalesce(p.proargmodes[args.position], 'i') as mode,
        row_number() over (order by args.position) as input_position
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as args (type, position)
      where coalesce(p.proargmodes[args.position], 'i') in ('i', 'b', 'v')
    ) a
    join pg_catalog.pg_type t on t.oid = a.type
  ), '[]') as arguments,
  p.proretset as returns_set,
  case
    when p.prorettype = 'pg_catalog.void'::regtype then 'void'
    when r.typtype = 'c' or (r.typtype = 'd' and b.typtype = 'c') then 'composite'
    when exists (select from unnest(p.proargmodes) as mode where mode in ('o', 'b', 't'))
      and p.prorettype = 'pg_catalog.record'::regtype then 'composite'
    when p.proretset and exists (select from unnest(p.proargmodes) as mode where mode = 't') then 'composite'
    else 'scalar'
  end as returns_kind,
  nullif(r.typrelid, 0)::int as returns_relation,
  coalesce(nullif(r.typbasetype, 0), r.oid) = 'pg_catalog.bytea'::regtype as returns_bytes,
  case when r.typtype = 'd' and r.typname ~ '^[A-Za-z0-9*.+-]+/[A-Za-z0-9*.+-]+$' then r.typname end as returns_media,
  p.prorows = 1 as single_row
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type r on r.oid = p.prorettype
left join pg_catalog.pg_type b on b.oid = r.typbasetype
where p.prokind = 'f'
  and p.prorettype <> 'pg_catalog.trigger'::regtype
  and p.prorettype <> 'pg_catalog.event_trigger'::regtype
  and n.nspname = any ($1)
order by n.nspname, p.proname, p.oid`

export const VIEW_RULES = `
select r.ev_class::int as relation, r.ev_action::text as action
from pg_catalog.pg_rewrite r
join pg_catalog.pg_class c on c.oid = r.ev_class
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where r.rulename = '_RETURN' and n.nspname = any ($1)`
