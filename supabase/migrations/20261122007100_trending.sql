-- What is talked about, over a day, a week, a month or a year, against the same length of time before. Whoever ranks
-- by the last day must know how often something was read on the last day: views are also kept by the hour.
-- The formula, with an example that a test follows, is in docs/trending.md.

create table private.thread_view_counts (
  thread_id uuid not null,
  since timestamptz not null,
  views integer not null,
  constraint thread_view_counts_pkey primary key (thread_id, since),
  constraint thread_view_counts_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_view_counts is
  'Views of a discussion in the hour that begins at `since`; after three days in the day (UTC). Two years of them are kept.';

create index thread_view_counts_since_idx on private.thread_view_counts (since);

create table private.site_view_counts (
  since timestamptz not null,
  views bigint not null,
  constraint site_view_counts_pkey primary key (since)
);

comment on table private.site_view_counts is 'Views of all discussions together, kept like those of one.';

create or replace function private.flush_thread_views() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  total bigint;
begin
  -- One node at a time; the others have nothing to add.
  if not pg_try_advisory_xact_lock(718201127) then
    return 0;
  end if;
  with counted as (
    update private.thread_views v set is_counted = true where not v.is_counted returning v.thread_id
  ), totals as (
    select c.thread_id, count(*) as views from counted c group by c.thread_id
  ), locked as (
    select t.id, n.views
    from public.threads t
    join totals n on n.thread_id = t.id
    order by t.id
    for no key update of t
  ), added as (
    update public.threads t set view_count = t.view_count + l.views
    from locked l
    where t.id = l.id
    returning t.id, l.views
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
  delete from private.thread_views v where v.is_counted and v.seen_at < now() - interval '30 minutes';
  return total;
end
$$;

create function private.fold_view_counts() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  hours_until constant timestamptz := date_trunc('day', now(), 'UTC') - interval '3 days';
begin
  if not pg_try_advisory_xact_lock(718201129) then
    return;
  end if;
  with hours as (
    delete from private.thread_view_counts v
    where v.since < hours_until and v.since <> date_trunc('day', v.since, 'UTC')
    returning v.thread_id, v.since, v.views
  )
  insert into private.thread_view_counts as kept (thread_id, since, views)
  select h.thread_id, date_trunc('day', h.since, 'UTC'), sum(h.views) from hours h group by 1, 2
  on conflict on constraint thread_view_counts_pkey do update set views = kept.views + excluded.views;
  with hours as (
    delete from private.site_view_counts v
    where v.since < hours_until and v.since <> date_trunc('day', v.since, 'UTC')
    returning v.since, v.views
  )
  insert into private.site_view_counts as kept (since, views)
  select date_trunc('day', h.since, 'UTC'), sum(h.views) from hours h group by 1
  on conflict on constraint site_view_counts_pkey do update set views = kept.views + excluded.views;
  -- Two years: the frame of a year, and the one before it.
  delete from private.thread_view_counts v where v.since < now() - interval '732 days';
  delete from private.site_view_counts v where v.since < now() - interval '732 days';
end
$$;

comment on function private.fold_view_counts() is
  'Folds hours older than three days into days, and forgets what is older than two years. Called by a job.';

-- ---------------------------------------------------------------------------------------------------------
-- The ranking
-- ---------------------------------------------------------------------------------------------------------

create function private.frame_length(time_frame text) returns interval
language sql immutable
return case time_frame when 'week' then interval '7 days' when 'month' then interval '30 days'
  when 'year' then interval '365 days' else interval '1 day' end;

create function private.points(replies numeric, upvotes numeric, views numeric) returns numeric
language sql immutable
return 3 * replies + 5 * upvotes + views / 20;

comment on function private.points(numeric, numeric, numeric) is 'What people did with a discussion, as one number.';

-- For the candidates of a long frame: those that most people voted for.
create index threads_top_idx on public.threads (upvote_count desc, id);

-- Runs as its owner: it counts votes, which their voters alone may read, and views. Counts are all that leaves.
--
-- The cost does not grow with the forum. Of what was written in within the frame, the 2,000 latest and, over a month or a
-- year, the 2,000 most upvoted are candidates. A discussion's counters are never less than what happened to it within
-- the frame, so that the 300 highest by their counters hold the highest by the frame, and only these are counted.
create function private.trending(time_frame text, category_id uuid, max_rows integer)
returns table (
  thread_id uuid, score numeric, points numeric, points_before numeric, replies integer, upvotes integer, views integer,
  last_activity timestamptz
)
language sql stable security definer rows 20 set search_path = ''
as $$
  with frame as (
    select f.length, extract(epoch from f.length) as seconds, now() - f.length as since, now() - 2 * f.length as before
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
    where t.category_id = trending.category_id and not t.is_hidden
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
  ), likely as (
    select c.*, f.since, f.before,
      1 / sqrt(1 + extract(epoch from now() - c.created_at) / f.seconds) as weight
    from candidates c
    cross join frame f
    order by private.points(c.reply_count, c.upvote_count, c.view_count)
      / sqrt(1 + extract(epoch from now() - c.created_at) / f.seconds) desc, c.id
    limit 300
  ), counted as (
    select l.id, l.created_at, l.last_activity, l.weight, l.since, l.before,
      -- What began within the frame has its whole life in it.
      case when l.created_at >= l.since then l.reply_count else (
        select count(*) from public.replies r
        where r.thread_id = l.id and r.created_at >= l.since and not r.is_hidden
      ) end as replies,
      case when l.created_at >= l.since then l.upvote_count else (
        select count(*) from public.reactions x where x.thread_id = l.id and x.created_at >= l.since
      ) end as upvotes,
      case when l.created_at >= l.since then l.view_count else (
        select coalesce(sum(v.views), 0) from private.thread_view_counts v
        where v.thread_id = l.id and v.since >= l.since
      ) end as views
    from likely l
  ), best as (
    select c.*, private.points(c.replies, c.upvotes, c.views) as points,
      private.points(c.replies, c.upvotes, c.views) * c.weight as score
    from counted c
    order by score desc, c.last_activity desc, c.id
    limit least(greatest(max_rows, 0), 100)
  )
  select b.id, b.score, b.points,
    case when b.created_at >= b.since then 0 else private.points(
      (select count(*) from public.replies r
       where r.thread_id = b.id and r.created_at >= b.before and r.created_at < b.since and not r.is_hidden),
      (select count(*) from public.reactions x
       where x.thread_id = b.id and x.created_at >= b.before and x.created_at < b.since),
      (select coalesce(sum(v.views), 0) from private.thread_view_counts v
       where v.thread_id = b.id and v.since >= b.before and v.since < b.since)
    ) end,
    b.replies::integer, b.upvotes::integer, b.views::integer, b.last_activity
  from best b
$$;

comment on function private.trending(text, uuid, integer) is 'The ranking of docs/trending.md, unsorted.';

-- Runs as its owner, as above.
create function private.activity(thread_id uuid, since timestamptz, slices integer) returns numeric[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(coalesce(n.points, 0) order by s.slice)
  from generate_series(1, activity.slices) as s (slice)
  left join (
    select width_bucket(extract(epoch from e.at), extract(epoch from activity.since),
        extract(epoch from now()) + 1, activity.slices) as slice,
      round(sum(e.points), 1) as points
    from (
      select r.created_at as at, private.points(1, 0, 0) as points
      from public.replies r
      where r.thread_id = activity.thread_id and r.created_at >= activity.since and not r.is_hidden
      union all
      select x.created_at, private.points(0, 1, 0)
      from public.reactions x
      where x.thread_id = activity.thread_id and x.created_at >= activity.since
      union all
      select v.since, private.points(0, 0, v.views)
      from private.thread_view_counts v
      where v.thread_id = activity.thread_id and v.since >= activity.since
    ) e
    group by 1
  ) n on n.slice = s.slice
$$;

comment on function private.activity(uuid, timestamptz, integer) is
  'A discussion''s points in each of so many equal slices of the time since then.';

create function public.trending(time_frame text default 'today', category_id uuid default null, max_rows integer default 20)
returns table (
  thread_id uuid, score numeric, change_percent integer, replies integer, upvotes integer, views integer,
  activity numeric[]
)
language sql stable rows 20
begin atomic
  select r.thread_id, round(r.score, 2),
    case when r.points_before > 0
      then least(round(100 * (r.points - r.points_before) / r.points_before), 99999)::integer end,
    r.replies, r.upvotes, r.views,
    private.activity(
      r.thread_id, now() - private.frame_length(time_frame),
      case time_frame when 'week' then 7 when 'month' then 15 else 12 end
    )
  from private.trending(time_frame, trending.category_id, max_rows) r
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

comment on function public.trending(text, uuid, integer) is
  'The discussions most talked about in a time frame (today, week, month, year), best first, up to 100: their score, what happened to them within the frame, the change against the frame before in percent (null: nothing happened then), and the points in each slice of it. docs/trending.md.';

-- The front page's list: the same ranking, as rows of threads.
create or replace function public.trending_threads(time_frame text default 'today', max_rows integer default 8)
returns setof public.threads
language sql stable rows 8
begin atomic
  select t.*
  from private.trending(time_frame, null, max_rows) r
  join public.threads t on t.id = r.thread_id
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

-- ---------------------------------------------------------------------------------------------------------
-- The figures over the list
-- ---------------------------------------------------------------------------------------------------------

create function private.site_views(since timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(v.views), 0)::bigint from private.site_view_counts v where v.since >= site_views.since
$$;

comment on function private.site_views(timestamptz) is 'Views of all discussions since then, to the hour.';

-- Counting ends at 1,00,000 of each: over a year of a large forum the page would wait for a number that nobody reads
-- to its last digit. What has reached it says 'or more'.
create function public.trending_figures(time_frame text default 'today')
returns table (views bigint, users bigint, posts bigint, trending bigint)
language sql stable rows 1
begin atomic
  select
    private.site_views(now() - private.frame_length(time_frame)),
    (select count(*) from (
      select from public.profiles p where p.last_active > now() - private.frame_length(time_frame) limit 100000
    ) u),
    (select count(*) from (
      select from public.replies r
      where r.created_at > now() - private.frame_length(time_frame) and not r.is_hidden and not r.is_thread_hidden
      limit 100000
    ) r)
    + (select count(*) from (
      select from public.threads t
      where t.created_at > now() - private.frame_length(time_frame) and not t.is_hidden
      limit 100000
    ) t),
    (select count(*) from (
      select from public.threads t
      where t.last_activity > now() - private.frame_length(time_frame) and not t.is_hidden
      limit 100000
    ) a);
end;

comment on function public.trending_figures(text) is
  'Within a time frame: views of discussions, members who were here, posts written, and discussions that were written in; each counted up to 100,000 (posts twice that, views without end).';

create function public.trending_categories(time_frame text default 'today')
returns table (id uuid, name text, slug text, discussions bigint)
language sql stable rows 10
begin atomic
  with active as (
    select t.category_id
    from public.threads t
    where t.last_activity > now() - private.frame_length(time_frame) and not t.is_hidden
    order by t.last_activity desc
    limit 100000
  )
  select c.id, c.name, c.slug, count(a.category_id)
  from public.forum_categories c
  left join active a on a.category_id = c.id
  group by c.id
  order by count(a.category_id) desc, c.name;
end;

comment on function public.trending_categories(text) is
  'All categories with the number of discussions that were written in within the time frame, the liveliest first.';

revoke all on private.thread_view_counts, private.site_view_counts from public, anon, authenticated, service_role;
revoke all on function public.trending(text, uuid, integer), public.trending_figures(text),
  public.trending_categories(text) from public, anon, authenticated, service_role;
grant execute on function public.trending(text, uuid, integer), public.trending_figures(text),
  public.trending_categories(text) to anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
-- Counts of what everybody can see; no address of the contract leads to them.
grant execute on function private.frame_length(text), private.points(numeric, numeric, numeric),
  private.trending(text, uuid, integer), private.activity(uuid, timestamptz, integer), private.site_views(timestamptz)
  to anon, authenticated, service_role;
grant execute on function private.fold_view_counts() to service_role;
