-- A guest may write to the chat, and report a message there. (The chat's delete affects no row, because no policy for delete names anon.)
select format('%s: %s', found.relname, found.privilege_type) as found
from (
  select c.relname, g.privilege_type
  from pg_class c cross join lateral aclexplode(c.relacl) g
  where c.relnamespace = 'public'::regnamespace and g.grantee = 'anon'::regrole
  union
  select c.relname, g.privilege_type
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid
  cross join lateral aclexplode(a.attacl) g
  where c.relnamespace = 'public'::regnamespace and g.grantee = 'anon'::regrole
) found
where found.privilege_type <> 'SELECT' and found.relname <> 'chat_messages' and format('%s: %s', found.relname, found.privilege_type) <> 'reports: INSERT'
