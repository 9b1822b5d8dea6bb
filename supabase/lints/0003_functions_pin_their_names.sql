-- A function is written with a standard SQL body (names bound when it is made) or with an empty search_path:
-- else its caller decides what its names mean.
select p.oid::regprocedure::text as found
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime', 'platform')
  and p.prosqlbody is null
  and not exists (select from unnest(p.proconfig) setting where setting in ('search_path=', 'search_path=""'))
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
