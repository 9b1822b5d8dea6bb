-- Without `with check`, an update may give an own row to another member.
select format('%s.%s', p.tablename, p.policyname) as found
from pg_policies p
where p.schemaname in ('public', 'storage', 'realtime') and p.cmd in ('UPDATE', 'ALL') and (p.qual is null or p.with_check is null)
