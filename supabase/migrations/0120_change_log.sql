-- What changed: sent to every node at once by NOTIFY, and kept for a node that was away.
--
-- All commits of a database wait in turn for a NOTIFY. The node that wrote waits until its own pages have heard of the
-- change, and sends a word behind it by NOTIFY only when its transaction announced something: private.publish_change()
-- leaves a mark for that. Most calls (a view, a vote on what no page shows) announce nothing.

create table private.changes (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  payload jsonb not null,
  constraint changes_pkey primary key (id)
);

comment on table private.changes is
  'Every change event of the last hour. LISTEN/NOTIFY has no replay: a node that lost its connection reads what it missed here.';
comment on column private.changes.at is 'Start of the transaction that made the change, which may commit later.';
comment on column private.changes.payload is 'What was notified: table, op (INSERT, UPDATE, DELETE), id, and the ids of its parents. Never content.';

create index changes_at_idx on private.changes (at);

revoke all on private.changes from public, anon, authenticated, service_role;
grant select, delete on private.changes to service_role;

create function private.publish_change(payload jsonb) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.changes (payload) values (publish_change.payload);
  perform pg_notify('changes', publish_change.payload::text);
  perform set_config('arthachowk.announced', '1', true);
end
$$;

comment on function private.publish_change(jsonb) is 'Tells all nodes of one change when this transaction commits. Called by triggers that run as the owner.';

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

create function private.changes_since(since timestamptz) returns setof jsonb
language sql stable set search_path = ''
as $$
  select c.payload
  from private.changes c
  -- A transaction may commit a minute (the longest statement) after the moment that its rows carry.
  where c.at >= changes_since.since - interval '90 seconds'
  order by c.id
$$;

comment on function private.changes_since(timestamptz) is
  'What a node that was away since then has missed; some events come a second time, which is harmless.';

create function private.prune_changes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.changes
    where id in (
      select c.id from private.changes c
      where c.at < now() - interval '1 hour'
      order by c.at
      limit 20000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.prune_changes() is
  'Forgets a batch of changes older than an hour; returns their number. Called by a job until it gives 0.';

revoke execute on all functions in schema private from public;
grant execute on function private.prune_changes() to service_role, site_jobs;
grant execute on function private.changes_since(timestamptz) to service_role;
