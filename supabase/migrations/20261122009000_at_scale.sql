-- Seen at a million discussions and ten million replies: each of these took seconds, and takes milliseconds now.

-- The figures are counted along the indexes of time. Without an order the planner, which cannot know how long ago a
-- time frame that is a parameter began, reads all replies from the start until it has found a hundred thousand of the
-- last day, or not.

create or replace function public.trending_figures(time_frame text default 'today')
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

-- As before but for one line.
create or replace function private.trending(time_frame text, category_id uuid, max_rows integer)
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

-- Under row security no index on an expression is used whose functions might tell of rows that the policy hides, and
-- `regexp_replace` is not known not to. So the ids are found as the owner, among what everybody may see, and the rows
-- are read as the caller.
create function private.thread_ids_by_title_slug(slug text) returns setof uuid
language sql stable security definer rows 1 set search_path = ''
as $$
  select t.id
  from public.threads t
  where btrim(regexp_replace(lower(t.title), '[^a-z0-9]+', '-', 'g'), '-') = thread_ids_by_title_slug.slug
    and thread_ids_by_title_slug.slug <> '' and not t.is_hidden
  limit 2
$$;

create or replace function public.threads_by_title_slug(slug text) returns setof public.threads
language sql stable rows 1
begin atomic
  select t.*
  from private.thread_ids_by_title_slug(slug) i (id)
  join public.threads t on t.id = i.id;
end;

-- What the admin's list of hidden discussions looks for among all the others.
create index threads_hidden_idx on public.threads (created_at desc) where is_hidden;

revoke execute on all functions in schema private from public;
grant execute on function private.thread_ids_by_title_slug(text) to anon, authenticated, service_role;
