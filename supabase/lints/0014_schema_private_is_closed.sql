-- Only the service and its jobs have usage of schema `private`. Its functions are granted by name, and its tables have no
-- grant for guests, members and jobs.
select 'usage by ' || case g.grantee when 0 then 'PUBLIC' else g.grantee::regrole::text end as found
from pg_namespace n cross join lateral aclexplode(n.nspacl) g
where n.nspname = 'private' and g.grantee not in (n.nspowner, 'service_role'::regrole, 'site_jobs'::regrole)
union all
select format('%s executable by PUBLIC', p.oid::regprocedure)
from pg_proc p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
where p.pronamespace = 'private'::regnamespace and g.grantee = 0
union all
select format('%s: %s to %s', c.relname, g.privilege_type, case g.grantee when 0 then 'PUBLIC' else g.grantee::regrole::text end)
from pg_class c cross join lateral aclexplode(c.relacl) g
where c.relnamespace = 'private'::regnamespace
  and g.grantee in (0, 'anon'::regrole::oid, 'authenticated'::regrole::oid, 'site_jobs'::regrole::oid)
