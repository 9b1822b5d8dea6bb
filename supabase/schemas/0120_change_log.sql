-- What changed: read by position, and kept for a node that was away. A write sends no NOTIFY: with one, all commits of a
-- database would wait for each other while they are flushed. A node reads the log after its own writes, when another
-- node tells it to, and ten times a second. private.publish_change() leaves a mark where a transaction announced
-- something: most calls (a view, a vote on what no page shows) announce nothing.

create table private.changes (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  payload jsonb not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint changes_pkey primary key (id)
);

comment on table private.changes is
  'Every change event of the last hour. Each node reads from its own position on (private.changes_after).';
comment on column private.changes.at is 'Start of the transaction that made the change, which may commit later.';
comment on column private.changes.payload is 'Table, op (INSERT, UPDATE, DELETE), id, and the ids of its parents. Never content.';
comment on column private.changes.xid is 'The transaction that made the change: ids and times do not tell which of two committed first.';

revoke all on private.changes from public, anon, authenticated, service_role;
grant select, delete on private.changes to service_role;

create function private.publish_change(payload jsonb) returns void
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

-- For tables of few and rare writes; threads, replies and reactions announce from triggers of their own.
create function private.publish_row_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform private.publish_change(jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'op', tg_op, 'id', coalesce(subject -> 'id', subject -> 'user_id'), 'slug', subject -> 'slug'
  )));
  return null;
end
$$;

create function private.prune_changes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.changes
    where id in (select c.id from private.changes c order by c.id limit 20000) and at < now() - interval '1 hour'
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.prune_changes() is
  'Forgets a batch of changes older than an hour; returns their number. Called by a job until it gives 0.';

create index changes_xid_idx on private.changes (xid);

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

grant execute on function private.prune_changes() to service_role, site_jobs;
grant execute on function private.changes_after(pg_snapshot, integer) to service_role;
