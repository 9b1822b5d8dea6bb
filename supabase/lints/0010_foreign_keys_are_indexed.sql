-- Deleting a row looks for the rows that refer to it; without an index this reads their whole table.
select format('%s.%s', k.conrelid::regclass, k.conname) as found
from pg_constraint k
where k.contype = 'f'
  and k.connamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
  and not exists (
    select
    from pg_index i
    where i.indrelid = k.conrelid
      -- A partial index over the rows with a reference is enough.
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ 'IS NOT NULL')
      and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(k.conkey)] @> k.conkey
  )
