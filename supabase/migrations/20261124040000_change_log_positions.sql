-- The change log is read by position, and a write sends no NOTIFY: with one, all commits of a database would wait for
-- each other while they are flushed. A node reads the log after its own writes, when another node tells it to, and ten
-- times a second.

drop function private.changes_since(timestamptz);
drop index private.changes_at_idx;
alter table private.changes add column xid xid8 not null default pg_current_xact_id();
create index changes_xid_idx on private.changes (xid);

comment on table private.changes is
  'Every change event of the last hour. Each node reads from its own position on (private.changes_after).';
comment on column private.changes.payload is 'Table, op (INSERT, UPDATE, DELETE), id, and the ids of its parents. Never content.';
comment on column private.changes.xid is 'The transaction that made the change: ids and times do not tell which of two committed first.';

create or replace function private.publish_change(payload jsonb) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.changes (payload) values (publish_change.payload);
  -- Read before the commit by whoever runs the transaction (api/database/scope.ts).
  perform set_config('arthachowk.announced', '1', true);
end
$$;

comment on function private.publish_change(jsonb) is
  'Adds one change to the log, which nodes read once this transaction has committed. Called by triggers that run as the owner.';

-- A position is a snapshot. What has committed since is what was running or had not begun in it; a transaction that
-- takes long delays nobody else's changes. Stable: both statements see the caller's snapshot.
create function private.changes_after(
  seen pg_snapshot, most integer, out seen_now pg_snapshot, out changes jsonb
)
language plpgsql stable set search_path = ''
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
    select c.id, c.payload from private.changes c
    where c.xid >= pg_snapshot_xmax(seen) or c.xid = any (array(select pg_snapshot_xip(seen)))
    limit most + 1
  ) c;
  if jsonb_array_length(changes) > most then
    changes := null;
  end if;
end
$$;

comment on function private.changes_after(pg_snapshot, integer) is
  'The changes that were committed after `seen` (null: none, to begin with), in order, and the position to ask with next time. Changes are null when they are more than `most`, or can''t be told.';

create or replace function private.prune_changes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.changes
    where id in (select c.id from private.changes c order by c.id limit 20000) and at < now() - interval '1 hour'
    returning 1
  )
  select count(*) from gone
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.changes_after(pg_snapshot, integer) to service_role;
