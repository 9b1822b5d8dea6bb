-- Trending over a year adds up weeks instead of days: 300 discussions that were talked about each day made it read
-- 220,000 rows of days and views, three times what it reads now.
--
-- A day is folded into its week (Monday, UTC) when the week ended 62 days ago: the frame of a month and the one before
-- it are counted by days. The part of a week that a year begins in is counted from the posts themselves.

create function private.week_of(day date) returns date
language sql immutable strict parallel safe
return date_trunc('week', day::timestamp)::date;

create function private.weeks_until() returns date
language sql stable parallel safe
return private.week_of(private.utc_day(now()) - 62);

comment on function private.weeks_until() is
  'A Monday: private.thread_days and private.thread_view_counts keep weeks of the time before it.';

-- The row that counts a day, whether or not the day is folded yet.
create function private.counted_day(day date) returns date
language sql stable strict parallel safe
return case when counted_day.day < private.weeks_until() then private.week_of(counted_day.day) else counted_day.day end;

create function private.counted_from(since timestamptz) returns date
language sql stable strict parallel safe
return case
  when private.utc_day(counted_from.since) < private.weeks_until() then private.week_of(private.utc_day(counted_from.since)) + 7
  else private.utc_day(counted_from.since) + 1
end;

comment on function private.counted_from(timestamptz) is
  'The first day after then whose row in private.thread_days holds nothing of before: the next day, or the next Monday.';

create index thread_days_unfolded_idx on private.thread_days (day) where extract(isodow from day) <> 1;
create index thread_view_counts_days_idx on private.thread_view_counts (since)
  where (since at time zone 'UTC')::time = '00:00' and extract(isodow from since at time zone 'UTC') <> 1;

comment on table private.thread_days is
  'Visible replies and upvotes of a discussion by the day (UTC) that they were written or given, and before private.weeks_until() by the week; kept by triggers for two years.';
comment on table private.thread_view_counts is
  'Views of a discussion in the hour that begins at `since`; after three days in the day, before private.weeks_until() in the week (UTC). Two years of them are kept.';

-- As before; what happens to a post of a week that is folded is counted in the week.
create or replace function private.count_thread_day(thread uuid, at timestamptz, replies integer, upvotes integer) returns void
language sql volatile set search_path = ''
as $$
  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  values (
    count_thread_day.thread, private.counted_day(private.utc_day(count_thread_day.at)),
    count_thread_day.replies, count_thread_day.upvotes
  )
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes
$$;

create function private.fold_thread_days() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  until constant date := private.weeks_until();
  threads uuid[];
  days date[];
  folded bigint;
begin
  select array_agg(o.thread_id), array_agg(o.day) into threads, days
  from (
    select d.thread_id, d.day
    from private.thread_days d
    where d.day < until and extract(isodow from d.day) <> 1
    order by d.day
    limit 5000
  ) o;
  -- The lock that whoever counts holds (private.count_thread_day). A discussion that is locked waits for the next run.
  with free as materialized (
    select t.id from public.threads t where t.id = any (threads) order by t.id for no key update skip locked
  ), gone as (
    delete from private.thread_days d
    using unnest(threads, days) as o (thread_id, day)
    where d.thread_id = o.thread_id and d.day = o.day and o.thread_id in (select f.id from free f)
    returning d.thread_id, d.day, d.replies, d.upvotes
  ), weeks as (
    insert into private.thread_days as kept (thread_id, day, replies, upvotes)
    select g.thread_id, private.week_of(g.day), sum(g.replies), sum(g.upvotes) from gone g group by 1, 2
    on conflict on constraint thread_days_pkey do update
    set replies = kept.replies + excluded.replies, upvotes = kept.upvotes + excluded.upvotes
  )
  select count(*) into folded from gone;
  return folded;
end
$$;

comment on function private.fold_thread_days() is
  'Folds up to 5,000 days of private.thread_days into weeks; gives their number. Called by a job until it gives 0.';

-- As before, in whichever state of folding the rows are: what is wrong is the difference.
create or replace function private.recount_thread_days() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  oldest constant date := private.utc_day(now() - interval '732 days');
  corrected bigint;
begin
  with truth as (
    select e.thread_id, private.counted_day(e.day) as day, sum(e.replies) as replies, sum(e.upvotes) as upvotes
    from (
      select r.thread_id, private.utc_day(r.created_at) as day, count(*) as replies, 0::bigint as upvotes
      from public.replies r
      join public.threads t on t.id = r.thread_id and t.title <> ''
      where not r.is_hidden
      group by 1, 2
      union all
      select x.thread_id, private.utc_day(x.created_at), 0, count(*)
      from public.reactions x
      where x.thread_id is not null
      group by 1, 2
    ) e
    where private.counted_day(e.day) > oldest
    group by 1, 2
  ), kept as (
    select k.thread_id, private.counted_day(k.day) as day, sum(k.replies) as replies, sum(k.upvotes) as upvotes
    from private.thread_days k
    where private.counted_day(k.day) > oldest
    group by 1, 2
  )
  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  select coalesce(t.thread_id, k.thread_id), coalesce(t.day, k.day),
    coalesce(t.replies, 0) - coalesce(k.replies, 0), coalesce(t.upvotes, 0) - coalesce(k.upvotes, 0)
  from truth t
  full join kept k on k.thread_id = t.thread_id and k.day = t.day
  where (coalesce(t.replies, 0), coalesce(t.upvotes, 0)) is distinct from (coalesce(k.replies, 0), coalesce(k.upvotes, 0))
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;

-- As before, with weeks, and a batch of each kind.
create or replace function private.fold_view_counts() returns bigint
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

-- As before, from the first row on that holds nothing of before `since`.
create or replace function private.activity_since(threads uuid[], since timestamptz)
returns table (thread_id uuid, replies bigint, upvotes bigint, views bigint)
language sql stable rows 300 set search_path = ''
as $$
  with edge as materialized (
    select c.day, private.utc_midnight(c.day) as until
    from (select private.counted_from(activity_since.since) as day) c
  )
  select i.id,
    coalesce(d.replies, 0) + (
      select count(*) from public.replies r
      where r.thread_id = i.id and not r.is_hidden and r.created_at >= activity_since.since and r.created_at < e.until
    ),
    coalesce(d.upvotes, 0) + (
      select count(*) from public.reactions x
      where x.thread_id = i.id and x.created_at >= activity_since.since and x.created_at < e.until
    ),
    coalesce(v.views, 0)
  from unnest(activity_since.threads) i (id)
  cross join edge e
  left join (
    select k.thread_id, sum(k.replies) as replies, sum(k.upvotes) as upvotes
    from private.thread_days k
    where k.thread_id = any (activity_since.threads) and k.day >= (select e.day from edge e)
    group by k.thread_id
  ) d on d.thread_id = i.id
  left join (
    select k.thread_id, sum(k.views) as views
    from private.thread_view_counts k
    where k.thread_id = any (activity_since.threads) and k.since >= activity_since.since
    group by k.thread_id
  ) v on v.thread_id = i.id
$$;

-- As before; a week counts where its middle lies, too.
create or replace function private.activity(thread_id uuid, since timestamptz, slices integer) returns numeric[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(coalesce(n.points, 0) order by s.slice)
  from generate_series(1, activity.slices) as s (slice)
  left join (
    select width_bucket(extract(epoch from e.at), extract(epoch from activity.since),
        extract(epoch from now()) + 1, activity.slices) as slice,
      round(sum(e.points), 1) as points
    from (
      select case when c.by_day then private.utc_midnight(c.day) else 'infinity' end as until, c.day, c.by_day,
        private.weeks_until() as weeks_until, private.utc_midnight(private.weeks_until()) as weeks_end
      from (
        select private.counted_from(activity.since) as day, activity.since < now() - interval '8 days' as by_day
      ) c
    ) b
    cross join lateral (
      select r.created_at as at, private.points(1, 0, 0) as points
      from public.replies r
      where r.thread_id = activity.thread_id and not r.is_hidden
        and r.created_at >= activity.since and r.created_at < b.until
      union all
      select x.created_at, private.points(0, 1, 0)
      from public.reactions x
      where x.thread_id = activity.thread_id
        and x.created_at >= activity.since and x.created_at < b.until
      union all
      select least(private.utc_midnight(d.day) + case when d.day < b.weeks_until then interval '84 hours' else interval '12 hours' end, now()),
        private.points(d.replies, d.upvotes, 0)
      from private.thread_days d
      where b.by_day and d.thread_id = activity.thread_id and d.day >= b.day
      union all
      select case when v.since < b.weeks_end then v.since + interval '84 hours' else v.since end, private.points(0, 0, v.views)
      from private.thread_view_counts v
      where v.thread_id = activity.thread_id and v.since >= activity.since
    ) e
    group by 1
  ) n on n.slice = s.slice
$$;

-- As before, weighed in floating point.
create or replace function private.trending(time_frame text, category_id uuid, max_rows integer)
returns table (
  thread_id uuid, score numeric, points numeric, points_before numeric, replies integer, upvotes integer, views integer,
  last_activity timestamptz
)
language sql stable security definer rows 20 set search_path = ''
as $$
  with frame as (
    select f.length, extract(epoch from f.length)::float8 as seconds, now() - f.length as since, now() - 2 * f.length as before
    from (select private.frame_length(time_frame) as length) f
  ), latest as (
    select t.id, t.category_id, t.reply_count, t.upvote_count, t.view_count, t.created_at, t.last_activity
    from public.threads t
    where t.last_activity > (select f.since from frame f) and not t.is_hidden
    order by t.last_activity desc
    limit 2000
  ), upvoted as (
    select t.id, t.category_id, t.reply_count, t.upvote_count, t.view_count, t.created_at, t.last_activity
    from public.threads t
    where time_frame in ('month', 'year') and not t.is_hidden
    order by t.upvote_count desc
    limit 2000
  ), of_category as (
    select t.id, t.category_id, t.reply_count, t.upvote_count, t.view_count, t.created_at, t.last_activity
    from public.threads t
    -- Without the first condition a plan that is made for any category looks through all discussions for none.
    where trending.category_id is not null and t.category_id = trending.category_id and not t.is_hidden
    order by t.upvote_count desc
    limit 1000
  ), candidates as (
    select c.*
    from (
      select l.* from latest l
      union
      select u.* from upvoted u
      union
      select o.* from of_category o
    ) c
    where c.last_activity > (select f.since from frame f)
      and (trending.category_id is null or c.category_id = trending.category_id)
  ), likely as materialized (
    select c.*, f.since, f.before, w.weight::numeric as weight
    from candidates c
    cross join frame f
    cross join lateral (
      -- The square root of a numeric takes 20 times as long, for some thousand candidates.
      select 1 / sqrt(1 + extract(epoch from now() - c.created_at)::float8 / f.seconds) as weight
    ) w
    order by private.points(c.reply_count, c.upvote_count, c.view_count)::float8 * w.weight desc, c.id
    limit 300
  ), happened as materialized (
    -- What began within the frame has its whole life in it.
    select a.* from private.activity_since(
      array(select l.id from likely l where l.created_at < l.since), (select f.since from frame f)
    ) a
  ), counted as (
    select l.id, l.created_at, l.last_activity, l.weight, l.since, l.before,
      coalesce(h.replies, l.reply_count) as replies,
      coalesce(h.upvotes, l.upvote_count) as upvotes,
      coalesce(h.views, l.view_count) as views
    from likely l
    left join happened h on h.thread_id = l.id
  ), best as materialized (
    select c.*, private.points(c.replies, c.upvotes, c.views) as points,
      private.points(c.replies, c.upvotes, c.views) * c.weight as score
    from counted c
    order by score desc, c.last_activity desc, c.id
    limit least(greatest(max_rows, 0), 100)
  ), happened_in_both as materialized (
    select a.* from private.activity_since(
      array(select b.id from best b where b.created_at < b.since), (select f.before from frame f)
    ) a
  )
  select b.id, b.score, b.points,
    case when h.thread_id is null then 0 else
      private.points(h.replies - b.replies, h.upvotes - b.upvotes, h.views - b.views)
    end,
    b.replies::integer, b.upvotes::integer, b.views::integer, b.last_activity
  from best b
  left join happened_in_both h on h.thread_id = b.id
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.fold_thread_days() to service_role;
