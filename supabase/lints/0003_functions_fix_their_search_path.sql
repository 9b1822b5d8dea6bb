-- A function has a standard SQL body, whose names are resolved when it is created, or an empty search_path. Otherwise
-- the caller's search_path decides which tables and functions its names refer to.
select p.oid::regprocedure::text as found
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime', 'platform')
  and p.prosqlbody is null
  and not exists (select from unnest(p.proconfig) setting where setting in ('search_path=', 'search_path=""'))
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
