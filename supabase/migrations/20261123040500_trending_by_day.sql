-- Trending over a month or a year adds up days instead of replies: with 300 discussions of 10,000 replies it read three
-- million rows, and adds up some ten thousand now.

create table private.thread_days (
  thread_id uuid not null,
  day date not null,
  replies integer not null default 0,
  upvotes integer not null default 0,
  constraint thread_days_pkey primary key (thread_id, day),
  constraint thread_days_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80); -- counted in place

comment on table private.thread_days is
  'Visible replies and upvotes of a discussion by the day (UTC) that they were written or given; kept by triggers for two years.';

create index thread_days_day_idx on private.thread_days (day);
revoke all on private.thread_days from public, anon, authenticated, service_role;

create function private.utc_day(at timestamptz) returns date
language sql immutable strict parallel safe
return (at at time zone 'UTC')::date;

create function private.utc_midnight(day date) returns timestamptz
language sql immutable strict parallel safe
return day::timestamp at time zone 'UTC';

-- Whoever calls has locked the discussion, so that two don't meet at one row in another order.
create function private.count_thread_day(thread uuid, at timestamptz, replies integer, upvotes integer) returns void
language sql volatile set search_path = ''
as $$
  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  values (count_thread_day.thread, private.utc_day(count_thread_day.at), count_thread_day.replies, count_thread_day.upvotes)
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes
$$;

-- ---------------------------------------------------------------------------------------------------------
-- Keeping them
-- ---------------------------------------------------------------------------------------------------------

-- Triggers of their own, after those that count in the rows themselves.
create function private.count_reply_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.replies := case when tg_op = 'DELETE' then old else new end;
begin
  -- Of a discussion that is deleted, or an empty row by now (private.take_replies_along), no day is kept.
  if not exists (select from public.threads t where t.id = subject.thread_id and t.title <> '') then
    return old;
  end if;
  perform private.count_thread_day(
    subject.thread_id, subject.created_at, case when tg_op = 'DELETE' or subject.is_hidden then -1 else 1 end, 0);
  return old;
end
$$;

create trigger count_reply_insert_day
  after insert on public.replies
  for each row when (not new.is_hidden)
  execute function private.count_reply_day();
create trigger recount_reply_shown_day
  after update of is_hidden on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.count_reply_day();
create trigger uncount_reply_day
  before delete on public.replies
  for each row when (not old.is_hidden)
  execute function private.count_reply_day();

create function private.count_reaction_day() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vote public.reactions := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from public.threads t where t.id = vote.thread_id and t.title <> '') then
    perform private.count_thread_day(
      vote.thread_id, vote.created_at, 0, case when tg_op = 'DELETE' then -1 else 1 end);
  end if;
  return null;
end
$$;

create trigger count_reaction_day_insert
  after insert on public.reactions
  for each row when (new.thread_id is not null)
  execute function private.count_reaction_day();
create trigger count_reaction_day_delete
  after delete on public.reactions
  for each row when (old.thread_id is not null)
  execute function private.count_reaction_day();

create function private.recount_thread_days() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  oldest constant date := private.utc_day(now() - interval '732 days');
  corrected bigint;
begin
  with truth as (
    select e.thread_id, e.day, sum(e.replies)::integer as replies, sum(e.upvotes)::integer as upvotes
    from (
      select r.thread_id, private.utc_day(r.created_at) as day, count(*) as replies, 0::bigint as upvotes
      from public.replies r
      join public.threads t on t.id = r.thread_id and t.title <> ''
      where not r.is_hidden and private.utc_day(r.created_at) > oldest
      group by 1, 2
      union all
      select x.thread_id, private.utc_day(x.created_at), 0, count(*)
      from public.reactions x
      where x.thread_id is not null and private.utc_day(x.created_at) > oldest
      group by 1, 2
    ) e
    group by 1, 2
  ), wrong as (
    select coalesce(t.thread_id, d.thread_id) as thread_id, coalesce(t.day, d.day) as day,
      coalesce(t.replies, 0) as replies, coalesce(t.upvotes, 0) as upvotes
    from truth t
    full join (select * from private.thread_days k where k.day > oldest) d on d.thread_id = t.thread_id and d.day = t.day
    where (coalesce(t.replies, 0), coalesce(t.upvotes, 0)) is distinct from (coalesce(d.replies, 0), coalesce(d.upvotes, 0))
  )
  insert into private.thread_days (thread_id, day, replies, upvotes)
  select w.thread_id, w.day, w.replies, w.upvotes from wrong w
  on conflict on constraint thread_days_pkey do update set replies = excluded.replies, upvotes = excluded.upvotes;
  get diagnostics corrected = row_count;
  return corrected;
end
$$;

comment on function private.recount_thread_days() is
  'Computes the last two years of private.thread_days anew and gives how many rows were wrong. Part of private.recount().';

-- One more table of a long function: the rest of it is other chapters' business.
do $$
declare
  before text := pg_get_functiondef('private.recount()'::regprocedure);
  after text := replace(before, $old$  counted := 'expert_profiles';$old$, $new$  counted := 'thread_days';
  corrected := private.recount_thread_days();
  return next;

  counted := 'expert_profiles';$new$);
begin
  if after = before then
    raise exception 'private.recount() is not as expected';
  end if;
  execute after;
end
$$;

select private.recount_thread_days();

create function private.forget_thread_days() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.thread_days
    where (thread_id, day) in (
      select d.thread_id, d.day from private.thread_days d
      where d.day < private.utc_day(now() - interval '733 days')
      order by d.day
      limit 20000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.forget_thread_days() is
  'Forgets a batch of days of more than two years ago; gives their number. Called by a job until it gives 0.';

-- ---------------------------------------------------------------------------------------------------------
-- The ranking
-- ---------------------------------------------------------------------------------------------------------

-- What happened to discussions from `since` until now, to the instant: whole days from thread_days, the piece of the day
-- that `since` lies in from the rows. Run by functions that run as their owner.
create function private.activity_since(threads uuid[], since timestamptz)
returns table (thread_id uuid, replies bigint, upvotes bigint, views bigint)
language sql stable rows 300 set search_path = ''
as $$
  select i.id,
    coalesce(d.replies, 0) + (
      select count(*) from public.replies r
      where r.thread_id = i.id and not r.is_hidden
        and r.created_at >= activity_since.since
        and r.created_at < private.utc_midnight(private.utc_day(activity_since.since) + 1)
    ),
    coalesce(d.upvotes, 0) + (
      select count(*) from public.reactions x
      where x.thread_id = i.id
        and x.created_at >= activity_since.since
        and x.created_at < private.utc_midnight(private.utc_day(activity_since.since) + 1)
    ),
    coalesce(v.views, 0)
  from unnest(activity_since.threads) i (id)
  left join (
    select k.thread_id, sum(k.replies) as replies, sum(k.upvotes) as upvotes
    from private.thread_days k
    where k.thread_id = any (activity_since.threads) and k.day > private.utc_day(activity_since.since)
    group by k.thread_id
  ) d on d.thread_id = i.id
  left join (
    select k.thread_id, sum(k.views) as views
    from private.thread_view_counts k
    where k.thread_id = any (activity_since.threads) and k.since >= activity_since.since
    group by k.thread_id
  ) v on v.thread_id = i.id
$$;

-- As before; what happened within the frame, and within the two, comes from private.activity_since.
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
  ), likely as materialized (
    select c.*, f.since, f.before,
      1 / sqrt(1 + extract(epoch from now() - c.created_at) / f.seconds) as weight
    from candidates c
    cross join frame f
    order by private.points(c.reply_count, c.upvote_count, c.view_count)
      / sqrt(1 + extract(epoch from now() - c.created_at) / f.seconds) desc, c.id
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

-- As before, but of a time of more than eight days, whose slices are of days, the days are added up. A day counts where
-- its middle lies, today where it is now.
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
      select case when activity.since < now() - interval '8 days'
        then private.utc_midnight(private.utc_day(activity.since) + 1) else 'infinity' end as until
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
      select least(private.utc_midnight(d.day) + interval '12 hours', now()), private.points(d.replies, d.upvotes, 0)
      from private.thread_days d
      where b.until <> 'infinity' and d.thread_id = activity.thread_id
        and d.day > private.utc_day(activity.since)
      union all
      select v.since, private.points(0, 0, v.views)
      from private.thread_view_counts v
      where v.thread_id = activity.thread_id and v.since >= activity.since
    ) e
    group by 1
  ) n on n.slice = s.slice
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.forget_thread_days(), private.recount_thread_days(), private.utc_day(timestamptz) to service_role;
