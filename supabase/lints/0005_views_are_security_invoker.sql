-- A view without security_invoker runs as its owner and bypasses row security. Materialised views always do.
select c.relname as found
from pg_class c
where c.relnamespace = 'public'::regnamespace
  and (c.relkind = 'm' or c.relkind = 'v' and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false))
