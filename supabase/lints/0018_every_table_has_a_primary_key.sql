-- A row without a primary key cannot be identified.
select c.oid::regclass::text as found
from pg_class c
where c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime') and c.relkind in ('r', 'p')
  and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')
