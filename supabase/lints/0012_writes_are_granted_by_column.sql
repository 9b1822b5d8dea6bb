-- Guests and members get insert and update by column, so that a column added later is closed. Nobody gets truncate,
-- references, trigger or maintain.
select format('%s to %s: %s', c.relname, g.grantee::regrole, g.privilege_type) as found
from pg_class c
cross join lateral aclexplode(c.relacl) g
where c.relnamespace = 'public'::regnamespace
  and (
    g.grantee = 0
    or g.grantee in ('anon'::regrole, 'authenticated'::regrole) and g.privilege_type not in ('SELECT', 'DELETE')
    or g.grantee = 'service_role'::regrole and g.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
  )
