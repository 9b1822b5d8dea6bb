-- A table with row security and no policy is closed to everyone, which is a mistake.
select c.relname as found
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and not exists (select from pg_policy p where p.polrelid = c.oid)
