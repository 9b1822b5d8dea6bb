-- Tables and functions of the exposed schema have a comment that says what they are for.
select c.relname as found
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  and obj_description(c.oid, 'pg_class') is null
union all
select p.oid::regprocedure::text
from pg_proc p
where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null
