-- The log of changes is read by position, and a write sends no NOTIFY: with one, all commits of a database would wait
-- for each other while they are flushed.

drop function realtime.changes_since(timestamptz);
drop index realtime.changes_at_idx;
alter table realtime.changes add column xid xid8 not null default pg_current_xact_id();
create index changes_xid_idx on realtime.changes (xid);

comment on column realtime.changes.xid is 'The transaction that made the change: ids and times do not tell which of two committed first.';

-- The key is looked up at each change: a key that was renamed meanwhile must not break a write.
create or replace function realtime.publish_row_change() returns trigger
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
  -- A key that long is content.
  if octet_length(event::text) < 7900 then
    insert into realtime.changes (payload) values (event);
    -- Read before the commit by whoever runs the transaction (api/database/scope.ts).
    perform set_config('arthachowk.announced', '1', true);
  end if;
  return null;
end
$$;

-- A position is a snapshot. What has committed since is what was running or had not begun in it; a transaction that
-- takes long delays nobody else's changes. Stable: both statements see the caller's snapshot.
create function realtime.changes_after(
  seen pg_snapshot, most integer, out seen_now pg_snapshot, out changes jsonb
)
language plpgsql stable security definer set search_path = ''
-- The statistics of a table that is filled and emptied all the time are wrong most of the time.
set enable_seqscan = off
as $$
begin
  seen_now := pg_current_snapshot();
  if seen is null then
    changes := '[]';
    return;
  end if;
  -- A copy of the database that was put in its place has not got that far.
  if pg_snapshot_xmax(seen_now) < pg_snapshot_xmax(seen) then
    return;
  end if;
  select coalesce(jsonb_agg(c.payload order by c.id), '[]') into changes
  from (
    select c.id, c.payload from realtime.changes c
    where c.xid >= pg_snapshot_xmax(seen) or c.xid = any (array(select pg_snapshot_xip(seen)))
    limit most + 1
  ) c;
  if jsonb_array_length(changes) > most then
    changes := null;
  end if;
end
$$;

comment on function realtime.changes_after(pg_snapshot, integer) is
  'The changes that were committed after `seen` (null: none, to begin with), in order, and the position to ask with next time. Changes are null when they are more than `most`, or can''t be told.';

create or replace function realtime.prune_changes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from realtime.changes
    where id in (select c.id from realtime.changes c order by c.id limit 5000) and at < now() - interval '1 hour'
    returning 1
  )
  select count(*) from gone
$$;

revoke all on function realtime.changes_after(pg_snapshot, integer) from public, anon, authenticated;
grant execute on function realtime.changes_after(pg_snapshot, integer) to service_role;
