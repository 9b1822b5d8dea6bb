-- PostgreSQL grants every new function to PUBLIC. In the exposed schema that publishes it as an RPC endpoint.
select p.oid::regprocedure::text as found
from pg_proc p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
where p.pronamespace = 'public'::regnamespace and g.grantee = 0
