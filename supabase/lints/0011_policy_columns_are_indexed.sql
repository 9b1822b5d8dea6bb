-- A policy looks up the row's owner by an id, so such a column is the first of an index. (Flags like is_hidden need
-- none: nearly every row passes them.)
select format('%s.%s', c.relname, a.attname) as found
from pg_policy p
join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
  and d.refobjsubid > 0 and d.refobjid = p.polrelid
join pg_class c on c.oid = d.refobjid
join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
where c.relnamespace = 'public'::regnamespace and a.atttypid = 'uuid'::regtype
  and not exists (
    select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum
  )
group by c.relname, a.attname
