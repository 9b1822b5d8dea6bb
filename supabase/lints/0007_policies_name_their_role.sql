-- A policy to PUBLIC is judged for every role that will ever be made.
select format('%s.%s', p.tablename, p.policyname) as found
from pg_policies p
where p.schemaname in ('public', 'storage', 'realtime') and 'public' = any (p.roles)
