-- A view runs as its owner, past row security, unless it says security_invoker. Materialised views always do.
select c.relname as found
from pg_class c
where c.relnamespace = 'public'::regnamespace
  and (c.relkind = 'm' or c.relkind = 'v' and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false))
