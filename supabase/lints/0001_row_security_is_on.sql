-- Every table in a schema that guests or members have usage of has row security: without it the grants alone decide.
-- (Schema auth grants them no usage: 0020.)
select c.oid::regclass::text as found
from pg_class c
where c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace, 'realtime'::regnamespace)
  and c.relkind in ('r', 'p') and not c.relrowsecurity
