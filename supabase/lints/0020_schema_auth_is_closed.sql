-- Only the API's own role reads and writes the tables of accounts, sessions and tokens: no role of a request, and no job.
select format('%s: %s to %s', c.oid::regclass, g.privilege_type, case g.grantee when 0 then 'PUBLIC' else g.grantee::regrole::text end) as found
from pg_class c cross join lateral aclexplode(c.relacl) g
where c.relnamespace = 'auth'::regnamespace and g.grantee not in (c.relowner, 'supabase_auth_admin'::regrole)
