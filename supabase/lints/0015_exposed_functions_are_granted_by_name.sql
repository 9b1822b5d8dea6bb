-- PostgreSQL gives every new function to PUBLIC; in the exposed schema that makes it an address.
select p.oid::regprocedure::text as found
from pg_proc p cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
where p.pronamespace = 'public'::regnamespace and g.grantee = 0
