-- A function that returns rows of a table returns the row itself (`select t`). A standard SQL body with `t.*` keeps the columns
-- that the table had when it was created: with the next column it fails until it is created again, which the generated migration
-- does. The search of titles does so with reason: a row as one value holds its text, and it may find tens of thousands.
select p.oid::regprocedure::text as found
from pg_proc p
join pg_type y on y.oid = p.prorettype
join pg_class c on c.oid = y.typrelid and c.relkind in ('r', 'p')
where p.proretset and p.prosqlbody is not null
  and p.oid <> 'public.threads_with_title(text)'::regprocedure
  and p.pronamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime', 'platform')
  and not exists (
    select from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
          and d.refobjid = c.oid and d.refobjsubid = a.attnum
      )
  )
