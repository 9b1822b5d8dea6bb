-- Views: counted without holding up writers, without counting anything twice, and without a list of who read what. A
-- visitor is a hash under a key of the day.
--
-- Views by guests are counted in groups of a statement each (server/count-views.ts). private.count_views alone says when
-- a view counts, for a member's view and for those of many guests.

create table private.visitor_key (
  id boolean not null default true,
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  made_at timestamptz not null default now(),
  constraint visitor_key_pkey primary key (id),
  constraint visitor_key_one_row check (id)
);

comment on table private.visitor_key is
  'What visitors'' hashes are made with, for a day: afterwards nobody can try out which address one was made of.';

revoke all on private.visitor_key from public, anon, authenticated, service_role;

insert into private.visitor_key default values;

-- Not logged: losing a minute of views in a crash costs nobody anything, and every guest's visit writes here.
create unlogged table private.thread_views (
  thread_id uuid not null,
  visitor bigint not null,
  seen_at timestamptz not null,
  constraint thread_views_pkey primary key (thread_id, visitor)
);

comment on table private.thread_views is 'Who (as a hash) saw which thread in the last 30 minutes.';
comment on column private.thread_views.visitor is 'private.visitor_hash().';

create index thread_views_seen_at_idx on private.thread_views (seen_at);

revoke all on private.thread_views from public, anon, authenticated, service_role;

-- Not logged, as private.thread_views: losing the views of a second in a crash costs nobody anything.
create unlogged table private.uncounted_views (
  id bigint generated always as identity,
  thread_id uuid not null,
  constraint uncounted_views_pkey primary key (id)
);

comment on table private.uncounted_views is 'Views that came in and are still to be added to their thread.';

create index uncounted_views_thread_id_idx on private.uncounted_views (thread_id);

revoke all on private.uncounted_views from public, anon, authenticated, service_role;
revoke all on sequence private.uncounted_views_id_seq from public, anon, authenticated, service_role;

-- Runs as its owner: no role may read the key.
create function private.visitor_hash() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  return private.visitor_hash(
    coalesce(headers ->> 'x-forwarded-for', ''), coalesce(headers ->> 'user-agent', ''), (select auth.uid())
  );
end
$$;

comment on function private.visitor_hash() is 'Who asks, as private.visitor_hash(text, text, uuid) numbers them.';

-- Runs as its owner: a visitor may count a view, and touch nothing else of the row.
create function public.increment_thread_views(thread_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.count_views(array[increment_thread_views.thread_id], array[private.visitor_hash()])
$$;

comment on function public.increment_thread_views(uuid) is
  'Counts a view of a thread, once per visitor in 30 minutes. The number shows within about a second.';

-- The threads are locked first, those that somebody else holds are left for the next second, and what is taken out
-- of the list is exactly what is added: a moderator at one thread holds up neither the others' views nor, through
-- this transaction's locks, the replies to them.
create function private.flush_thread_views() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  locked uuid[];
  total bigint;
begin
  select array_agg(l.id) into locked
  from (
    select t.id
    from public.threads t
    where t.id in (select distinct v.thread_id from private.uncounted_views v limit 1000)
    order by t.id
    limit 500
    for no key update skip locked
  ) l;
  with taken as (
    delete from private.uncounted_views v where v.thread_id = any (locked) returning v.thread_id
  ), totals as (
    select x.thread_id, count(*) as views from taken x group by x.thread_id
  ), added as (
    update public.threads t set view_count = t.view_count + n.views
    from totals n
    where t.id = n.thread_id
    returning t.id, n.views
  ), by_thread as (
    insert into private.thread_view_counts as kept (thread_id, since, views)
    select a.id, date_trunc('hour', now(), 'UTC'), a.views from added a
    on conflict on constraint thread_view_counts_pkey do update set views = kept.views + excluded.views
  ), by_site as (
    insert into private.site_view_counts as kept (since, views)
    select date_trunc('hour', now(), 'UTC'), sum(a.views) from added a having count(*) > 0
    on conflict on constraint site_view_counts_pkey do update set views = kept.views + excluded.views
  )
  select coalesce(sum(a.views), 0) into total from added a;
  -- Of threads that were deleted meanwhile.
  delete from private.uncounted_views v
  where v.id in (
    select o.id
    from private.uncounted_views o
    where not exists (select from public.threads t where t.id = o.thread_id)
    order by o.id
    limit 1000
  );
  delete from private.thread_views v
  where v.ctid = any (array(
    select o.ctid from private.thread_views o where o.seen_at < now() - interval '30 minutes' limit 5000
  ));
  return total;
end
$$;

comment on function private.flush_thread_views() is
  'Adds the views that came in to view_count; returns their number. Called by a job each second until it gives 0.';

create table private.thread_view_counts (
  thread_id uuid not null,
  since timestamptz not null,
  views integer not null,
  constraint thread_view_counts_pkey primary key (thread_id, since),
  constraint thread_view_counts_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80);

comment on table private.thread_view_counts is
  'Views of a thread in the hour that begins at `since`; after three days in the day, before private.weeks_until() in the week (UTC). Two years of them are kept.';

create index thread_view_counts_since_idx on private.thread_view_counts (since);
-- Rows that are not folded yet have an index of their own: the days that are folded already stay for two years.
create index thread_view_counts_hours_idx on private.thread_view_counts (since)
  where (since at time zone 'UTC')::time <> '00:00';
create index thread_view_counts_days_idx on private.thread_view_counts (since)
  where (since at time zone 'UTC')::time = '00:00' and extract(isodow from since at time zone 'UTC') <> 1;

revoke all on private.thread_view_counts from public, anon, authenticated, service_role;

create table private.site_view_counts (
  since timestamptz not null,
  views bigint not null,
  constraint site_view_counts_pkey primary key (since)
);

comment on table private.site_view_counts is 'Views of all threads together, kept like those of one.';

revoke all on private.site_view_counts from public, anon, authenticated, service_role;

-- Ranking by the last day needs views by the hour. Old hours become days, old days weeks, a batch of each kind a call.
create function private.fold_view_counts() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  batch constant integer := 5000;
  hours_until constant timestamptz := date_trunc('day', now(), 'UTC') - interval '3 days';
  days_until constant timestamptz := private.utc_midnight(private.weeks_until());
  hours bigint;
  days bigint;
  gone bigint;
begin
  update private.visitor_key
  set secret = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), made_at = now()
  where made_at < now() - interval '1 day';
  with taken as (
    delete from private.thread_view_counts v
    where (v.thread_id, v.since) in (
      select o.thread_id, o.since
      from private.thread_view_counts o
      where o.since < hours_until and (o.since at time zone 'UTC')::time <> '00:00'
      order by o.since
      limit batch
      for update skip locked
    )
    returning v.thread_id, v.since, v.views
  ), folded as (
    insert into private.thread_view_counts as kept (thread_id, since, views)
    select t.thread_id, date_trunc('day', t.since, 'UTC'), sum(t.views) from taken t group by 1, 2
    on conflict on constraint thread_view_counts_pkey do update set views = kept.views + excluded.views
  )
  select count(*) into hours from taken;
  with taken as (
    delete from private.thread_view_counts v
    where (v.thread_id, v.since) in (
      select o.thread_id, o.since
      from private.thread_view_counts o
      where o.since < days_until
        and (o.since at time zone 'UTC')::time = '00:00' and extract(isodow from o.since at time zone 'UTC') <> 1
      order by o.since
      limit batch
      for update skip locked
    )
    returning v.thread_id, v.since, v.views
  ), folded as (
    insert into private.thread_view_counts as kept (thread_id, since, views)
    select t.thread_id, date_trunc('week', t.since, 'UTC'), sum(t.views) from taken t group by 1, 2
    on conflict on constraint thread_view_counts_pkey do update set views = kept.views + excluded.views
  )
  select count(*) into days from taken;
  -- One row an hour.
  with taken as (
    delete from private.site_view_counts v
    where v.since < hours_until and v.since <> date_trunc('day', v.since, 'UTC')
    returning v.since, v.views
  )
  insert into private.site_view_counts as kept (since, views)
  select date_trunc('day', t.since, 'UTC'), sum(t.views) from taken t group by 1
  on conflict on constraint site_view_counts_pkey do update set views = kept.views + excluded.views;
  -- Two years: the frame of a year, and the one before it.
  delete from private.thread_view_counts v
  where (v.thread_id, v.since) in (
    select o.thread_id, o.since
    from private.thread_view_counts o
    where o.since < now() - interval '732 days'
    order by o.since
    limit batch
  );
  get diagnostics gone = row_count;
  delete from private.site_view_counts v where v.since < now() - interval '732 days';
  return hours + days + gone;
end
$$;

comment on function private.fold_view_counts() is
  'Folds up to 5,000 hours into days and as many days into weeks, forgets as many of more than two years ago, and changes the visitors'' key once a day; gives how many rows it took. Called by a job until it gives 0.';

create function private.site_views(since timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(v.views), 0)::bigint from private.site_view_counts v where v.since >= site_views.since
$$;

comment on function private.site_views(timestamptz) is 'Views of all threads since then, to the hour.';

-- Runs as its owner: no role may read the key.
create function private.visitor_hash(address text, browser text, member uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  visitor text := member::text;
begin
  if visitor is null then
    -- A household has one IPv6 network and any number of addresses in it.
    if address ~ '^[0-9a-fA-F:]+$' and address ~ ':' and pg_input_is_valid(address, 'inet') then
      address := host(network(set_masklen(address::inet, 64)));
    end if;
    -- Phones in India share addresses by the thousand, so the browser counts too; but it names itself as it likes, so
    -- that it tells four visitors of an address apart and no more.
    visitor := address || ' ' || (hashtext(browser) & 3);
  end if;
  return (
    select ('x' || encode(substr(sha256(k.secret || convert_to(visitor, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
    from private.visitor_key k
  );
end
$$;

comment on function private.visitor_hash(text, text, uuid) is
  'A visitor as a number that means nothing tomorrow: a member, or one of four browsers of an address.';

create function private.count_guest_views(views jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.count_views(array_agg(g.thread_id), array_agg(private.visitor_hash(g.address, g.browser, null)))
  from jsonb_to_recordset(count_guest_views.views) as g (thread_id uuid, address text, browser text)
$$;

comment on function private.count_guest_views(jsonb) is
  'Counts views as public.increment_thread_views() does, for many guests at once: objects of thread_id, address and browser.';

create function private.count_views(threads uuid[], visitors bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$
  with seen as (
    insert into private.thread_views as v (thread_id, visitor, seen_at)
    select distinct t.id, g.visitor, now()
    from unnest(count_views.threads, count_views.visitors) as g (thread_id, visitor)
    join public.threads t on t.id = g.thread_id and not t.is_hidden
    -- In one order, so that two groups never wait for each other.
    order by 1, 2
    on conflict on constraint thread_views_pkey do update
      set seen_at = excluded.seen_at
      where v.seen_at <= excluded.seen_at - interval '30 minutes'
    returning v.thread_id
  )
  insert into private.uncounted_views (thread_id) select s.thread_id from seen s
$$;

comment on function private.count_views(uuid[], bigint[]) is
  'Counts a view of each thread by the visitor at the same place, once per visitor in 30 minutes.';

revoke all on function public.increment_thread_views(uuid) from public, anon, authenticated, service_role;
grant execute on function
  public.increment_thread_views(uuid), private.site_views(timestamptz)
  to anon, authenticated, service_role;
grant execute on function
  private.flush_thread_views(), private.fold_view_counts(), private.count_guest_views(jsonb)
  to service_role, site_jobs;
