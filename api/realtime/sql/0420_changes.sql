-- Where no community tells of its own changes (npm run api), a trigger on each table of the publication
-- `supabase_realtime` does: to every node at once, and into a log for a node that was away. Ids alone, as the
-- community's triggers tell them (api/realtime/changes.ts). A table that announces already is left as it is.

create table realtime.changes (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  payload jsonb not null,
  constraint changes_pkey primary key (id)
);

comment on table realtime.changes is
  'Every change event of the last hour, of the tables that realtime.watch_published() watches. Never content.';

create index changes_at_idx on realtime.changes (at);
alter table realtime.changes enable row level security;
revoke all on realtime.changes from public, anon, authenticated, service_role;

-- The key is looked up at each change: a key that was renamed meanwhile must not break a write.
create function realtime.publish_row_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject record;
  key name;
  id text;
  event jsonb;
begin
  select a.attname into key
  from pg_catalog.pg_index i
  join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  where i.indrelid = tg_relid and i.indisprimary and i.indnkeyatts = 1;
  if key is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    subject := old;
  else
    subject := new;
  end if;
  execute format('select ($1).%I::text', key) into id using subject;
  event := jsonb_build_object('table', tg_table_name, 'op', tg_op, 'id', id);
  -- More than NOTIFY carries would undo the write.
  if octet_length(event::text) < 7900 then
    insert into realtime.changes (payload) values (event);
    perform pg_notify('changes', event::text);
  end if;
  return null;
end
$$;

create function realtime.watch_published(out unwatched text[])
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  watched record;
begin
  unwatched := '{}';
  for watched in
    select c.relname::text as name, format('%I.%I', n.nspname, c.relname) as target
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
      and not exists (
        select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and t.tgname like 'zz\_announce%'
      )
  loop
    begin
      execute format(
        'create trigger zz_announce after insert or update or delete on %s '
        'for each row execute function realtime.publish_row_change()', watched.target
      );
    exception
      -- Another node was faster.
      when duplicate_object then
        null;
      when insufficient_privilege or lock_not_available or wrong_object_type then
        unwatched := unwatched || watched.name;
    end;
  end loop;
  for watched in
    select format('%I.%I', n.nspname, c.relname) as target
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgfoid = 'realtime.publish_row_change'::regproc and not t.tgisinternal and t.tgparentid = 0
      and not exists (
        select from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname
      )
  loop
    begin
      execute format('drop trigger if exists zz_announce on %s', watched.target);
    exception
      when insufficient_privilege or lock_not_available then
        null;
    end;
  end loop;
end
$$;

comment on function realtime.watch_published() is
  'Makes the tables of the publication tell of their changes, and those that left it be silent; gives those that could not be made to. Called by the server where nothing else tells.';

create function realtime.changes_since(since timestamptz) returns setof jsonb
language sql stable security definer set search_path = ''
as $$
  select c.payload
  from realtime.changes c
  -- A transaction may commit a minute (the longest statement) after the moment that its rows carry.
  where c.at >= changes_since.since - interval '90 seconds'
  order by c.id
$$;

-- A batch, like the other jobs.
create function realtime.prune_changes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from realtime.changes
    where id in (
      select c.id from realtime.changes c
      where c.at < now() - interval '1 hour'
      order by c.at
      limit 5000
    )
    returning 1
  )
  select count(*) from gone
$$;

revoke all on function realtime.publish_row_change(), realtime.watch_published(), realtime.changes_since(timestamptz),
  realtime.prune_changes() from public, anon, authenticated;
grant execute on function realtime.watch_published(), realtime.changes_since(timestamptz), realtime.prune_changes()
  to service_role;
grant execute on function realtime.prune_changes() to site_jobs;
