-- A write policy that is always true allows every write.
select format('%s.%s', p.tablename, p.policyname) as found
from pg_policies p
where p.schemaname in ('public', 'storage', 'realtime') and p.cmd <> 'SELECT'
  and (p.qual in ('true', '(true)') or p.with_check in ('true', '(true)'))
