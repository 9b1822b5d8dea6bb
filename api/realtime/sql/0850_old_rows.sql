-- Old rows of tables with `replica identity full`, and keys of several columns. The log of changes stays without content:
-- an old row is in a table of its own, which no role may read, and goes with its entry in the log.

create table realtime.old_rows (
  change_id bigint not null,
  content jsonb not null,
  constraint old_rows_pkey primary key (change_id),
  constraint old_rows_change_id_fkey foreign key (change_id) references realtime.changes (id) on delete cascade
);

comment on table realtime.old_rows is
  'What a row held before a change, for an hour, of published tables with `replica identity full` alone. Read by realtime.old_rows_of().';

alter table realtime.old_rows enable row level security;
revoke all on realtime.old_rows from public, anon, authenticated, service_role;

-- The key is looked up at each change: a key that was renamed meanwhile must not break a write.
create or replace function realtime.publish_row_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject record;
  keys name[];
  is_full boolean;
  is_secured boolean;
  key jsonb;
  content jsonb;
  id text;
  change bigint;
  event jsonb;
begin
  select array_agg(a.attname order by k.place) into keys
  from pg_catalog.pg_index i
  cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = tg_relid and i.indisprimary and k.place <= i.indnkeyatts;
  if keys is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    subject := old;
  else
    subject := new;
  end if;
  if cardinality(keys) = 1 then
    execute format('select ($1).%I::text', keys[1]) into id using subject;
    event := jsonb_build_object('table', tg_table_name, 'op', tg_op, 'id', id);
  else
    content := to_jsonb(subject);
    select jsonb_object_agg(k.name, content ->> k.name::text) into key from unnest(keys) as k (name);
    event := jsonb_build_object('table', tg_table_name, 'op', tg_op, 'id', key::text, 'key', key);
  end if;
  -- A key that long is content.
  if octet_length(event::text) >= 7900 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    select c.relreplident = 'f', c.relrowsecurity into is_full, is_secured
    from pg_catalog.pg_class c where c.oid = tg_relid;
  end if;
  if is_full then
    change := nextval(pg_get_serial_sequence('realtime.changes', 'id'));
    -- Of a deleted row no policy can be asked any more.
    event := event || jsonb_build_object('old', change, 'secured', is_secured);
    insert into realtime.changes (id, payload) overriding system value values (change, event);
    content := to_jsonb(old);
    if octet_length(content::text) > 65536 then
      select coalesce(jsonb_object_agg(c.name, c.value), '{}') into content
      from jsonb_each(content) as c (name, value) where octet_length(c.value::text) <= 64;
    end if;
    insert into realtime.old_rows (change_id, content) values (change, content);
  else
    insert into realtime.changes (payload) values (event);
  end if;
  -- Read before the commit by whoever runs the transaction (api/database/scope.ts).
  perform set_config('arthachowk.announced', '1', true);
  return null;
end
$$;

create function realtime.old_rows_of(changes bigint[]) returns table (change bigint, content jsonb)
language sql stable security definer set search_path = ''
as $$
  select o.change_id, o.content from realtime.old_rows o where o.change_id = any (old_rows_of.changes)
$$;

comment on function realtime.old_rows_of(bigint[]) is
  'The old rows of changes, whole: the server picks what each role may read (api/realtime/old-rows.ts).';

revoke all on function realtime.old_rows_of(bigint[]) from public, anon, authenticated;
grant execute on function realtime.old_rows_of(bigint[]) to service_role;
