-- What is talked about, over a day, a week, a month or a year, against the same length of time before. The formula,
-- with an example that a test follows, is in docs/trending.md.

create function private.frame_length(time_frame text) returns interval
language sql immutable
return case time_frame when 'week' then interval '7 days' when 'month' then interval '30 days'
  when 'year' then interval '365 days' else interval '1 day' end;

create function private.engagement_score(replies numeric, upvotes numeric, views numeric) returns numeric
language sql immutable
return 3 * replies + 5 * upvotes + views / 20;

comment on function private.engagement_score(numeric, numeric, numeric) is 'What people did with a thread, as one number.';

-- Runs as its owner: it counts votes, which their voters alone may read, and views. Counts are all that leaves.
--
-- The cost does not grow with the forum. Of what was written in within the frame, the 2,000 latest and, over a month or
-- a year, the 2,000 most upvoted are candidates. A thread's counters are never less than what happened to it within the
-- frame, so that the 300 highest by their counters hold the highest by the frame, and only these are counted. Weighed
-- in floating point, which is faster than numeric.
create function private.rank_trending(time_frame text, category_id uuid, max_rows integer)
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
    -- Without the first condition a plan that is made for any category looks through all threads for none.
    where rank_trending.category_id is not null and t.category_id = rank_trending.category_id and not t.is_hidden
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
      and (rank_trending.category_id is null or c.category_id = rank_trending.category_id)
  ), likely as materialized (
    select c.*, f.since, f.before, w.weight::numeric as weight
    from candidates c
    cross join frame f
    cross join lateral (
      -- The square root of a numeric takes 20 times as long, for some thousand candidates.
      select 1 / sqrt(1 + extract(epoch from now() - c.created_at)::float8 / f.seconds) as weight
    ) w
    order by private.engagement_score(c.reply_count, c.upvote_count, c.view_count)::float8 * w.weight desc, c.id
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
    select c.*, private.engagement_score(c.replies, c.upvotes, c.views) as points,
      private.engagement_score(c.replies, c.upvotes, c.views) * c.weight as score
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
      private.engagement_score(h.replies - b.replies, h.upvotes - b.upvotes, h.views - b.views)
    end,
    b.replies::integer, b.upvotes::integer, b.views::integer, b.last_activity
  from best b
  left join happened_in_both h on h.thread_id = b.id
$$;

comment on function private.rank_trending(text, uuid, integer) is 'The ranking of docs/trending.md, unsorted.';

-- Runs as its owner, as above. Of a time of more than eight days, whose slices are of days, days and weeks are added
-- up; each counts where its middle lies, today where it is now.
create function private.activity_slices(thread_id uuid, since timestamptz, slices integer) returns numeric[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(coalesce(n.points, 0) order by s.slice)
  from generate_series(1, activity_slices.slices) as s (slice)
  left join (
    select width_bucket(extract(epoch from e.at), extract(epoch from activity_slices.since),
        extract(epoch from now()) + 1, activity_slices.slices) as slice,
      round(sum(e.points), 1) as points
    from (
      select case when c.by_day then private.utc_midnight(c.day) else 'infinity' end as until, c.day, c.by_day,
        private.weeks_until() as weeks_until, private.utc_midnight(private.weeks_until()) as weeks_end
      from (
        select private.counted_from(activity_slices.since) as day, activity_slices.since < now() - interval '8 days' as by_day
      ) c
    ) b
    cross join lateral (
      select r.created_at as at, private.engagement_score(1, 0, 0) as points
      from public.replies r
      where r.thread_id = activity_slices.thread_id and not r.is_hidden
        and r.created_at >= activity_slices.since and r.created_at < b.until
      union all
      select x.created_at, private.engagement_score(0, 1, 0)
      from public.reactions x
      where x.thread_id = activity_slices.thread_id
        and x.created_at >= activity_slices.since and x.created_at < b.until
      union all
      select least(private.utc_midnight(d.day) + case when d.day < b.weeks_until then interval '84 hours' else interval '12 hours' end, now()),
        private.engagement_score(d.replies, d.upvotes, 0)
      from private.thread_days d
      where b.by_day and d.thread_id = activity_slices.thread_id and d.day >= b.day
      union all
      select case when v.since < b.weeks_end then v.since + interval '84 hours' else v.since end, private.engagement_score(0, 0, v.views)
      from private.thread_view_counts v
      where v.thread_id = activity_slices.thread_id and v.since >= activity_slices.since
    ) e
    group by 1
  ) n on n.slice = s.slice
$$;

comment on function private.activity_slices(uuid, timestamptz, integer) is
  'A thread''s points in each of so many equal slices of the time since then.';

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
    private.activity_slices(
      r.thread_id, now() - private.frame_length(time_frame),
      case time_frame when 'week' then 7 when 'month' then 15 else 12 end
    )
  from private.rank_trending(time_frame, trending.category_id, max_rows) r
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

comment on function public.trending(text, uuid, integer) is
  'The threads most talked about in a time frame (today, week, month, year), best first, up to 100: their score, what happened to them within the frame, the change against the frame before in percent (null: nothing happened then), and the points in each slice of it. docs/trending.md.';

-- The front page's list: the same ranking, as rows of threads.
create function public.trending_threads(time_frame text default 'today', max_rows integer default 8)
returns setof public.threads
language sql stable rows 8
begin atomic
  select t
  from private.rank_trending(time_frame, null, max_rows) r
  join public.threads t on t.id = r.thread_id
  order by r.score desc, r.last_activity desc, r.thread_id;
end;

comment on function public.trending_threads(text, integer) is
  'The threads most talked about, best first. time_frame: today, week, month or year; max_rows up to 100.';

-- The figures are counted along the indexes of time. Without an order the planner, which cannot know how long ago a
-- time frame that is a parameter began, reads all replies from the start until it has found a hundred thousand of the
-- last day, or not.

-- Counting ends at 1,00,000 of each: over a year of a large forum the page would wait for a number that nobody reads
-- to its last digit. What has reached it says 'or more'.
create function public.trending_figures(time_frame text default 'today')
returns table (views bigint, users bigint, posts bigint, trending bigint)
language sql stable rows 1
begin atomic
  select
    private.site_views(now() - private.frame_length(time_frame)),
    (select count(*) from (
      select from public.profiles p
      where p.last_active > now() - private.frame_length(time_frame)
      order by p.last_active desc
      limit 100000
    ) u),
    (select count(*) from (
      select from public.replies r
      where r.created_at > now() - private.frame_length(time_frame) and not r.is_hidden and not r.is_thread_hidden
      order by r.created_at desc
      limit 100000
    ) r)
    + (select count(*) from (
      select from public.threads t
      where t.created_at > now() - private.frame_length(time_frame) and not t.is_hidden
      order by t.created_at desc
      limit 100000
    ) t),
    (select count(*) from (
      select from public.threads t
      where t.last_activity > now() - private.frame_length(time_frame) and not t.is_hidden
      order by t.last_activity desc
      limit 100000
    ) a);
end;

comment on function public.trending_figures(text) is
  'Within a time frame: views of threads, members who were here, posts written, and threads that were written in; each counted up to 100,000 (posts twice that, views without end).';

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
  'All categories with the number of threads that were written in within the time frame, the liveliest first.';

revoke all on function
  public.trending(text, uuid, integer), public.trending_threads(text, integer), public.trending_figures(text),
  public.trending_categories(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.frame_length(text), private.engagement_score(numeric, numeric, numeric),
  private.rank_trending(text, uuid, integer), private.activity_slices(uuid, timestamptz, integer),
  public.trending(text, uuid, integer), public.trending_threads(text, integer), public.trending_figures(text),
  public.trending_categories(text)
  to anon, authenticated, service_role;
