-- A policy for PUBLIC applies to every role, including roles created later.
select format('%s.%s', p.tablename, p.policyname) as found
from pg_policies p
where p.schemaname in ('public', 'storage', 'realtime') and 'public' = any (p.roles)
