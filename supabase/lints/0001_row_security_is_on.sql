-- Every table of the exposed schema has row security: without it the grants alone decide.
select c.relname as found
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
