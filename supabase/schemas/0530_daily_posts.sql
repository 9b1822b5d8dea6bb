-- The admin's dashboard, without reading a month of posts each time: that took eleven seconds at ten million replies.
--
-- A day that is over is counted once, by a job, and kept. Writing costs nothing more: a post of today belongs to no day
-- that is kept. What happens to posts of earlier days (hidden, shown again, deleted, loaded from elsewhere) drops the
-- day, which is then counted as today is, when somebody asks, until the job counts it again.

create table private.daily_post_stats (
  day date not null,
  discussions bigint not null,
  replies bigint not null,
  authors bigint not null,
  constraint daily_post_stats_pkey primary key (day)
);

comment on table private.daily_post_stats is 'What was written on a day of India''s that is over, as guests see it; written by private.store_daily_posts().';
comment on column private.daily_post_stats.authors is 'How many members wrote.';

alter table private.daily_post_stats enable row level security;

revoke all on private.daily_post_stats from public, anon, authenticated, service_role;

create function private.india_day(at timestamptz) returns date
language sql immutable strict parallel safe
return (at at time zone 'Asia/Kolkata')::date;

create function private.posts_of(day date) returns private.daily_post_stats
language sql stable
begin atomic
  select posts_of.day,
    count(*) filter (where not p.is_reply), count(*) filter (where p.is_reply), count(distinct p.author_id)
  from (
    select false as is_reply, t.author_id
    from public.threads t
    where t.created_at >= posts_of.day::timestamp at time zone 'Asia/Kolkata'
      and t.created_at < (posts_of.day + 1)::timestamp at time zone 'Asia/Kolkata'
      and not t.is_hidden
    union all
    select true, r.author_id
    from public.replies r
    where r.created_at >= posts_of.day::timestamp at time zone 'Asia/Kolkata'
      and r.created_at < (posts_of.day + 1)::timestamp at time zone 'Asia/Kolkata'
      and not r.is_hidden
  ) p;
end;

comment on function private.posts_of(date) is 'Counts what was written on a day.';

-- Runs as its owner: nobody else writes here. The lock makes a transaction that discards a day wait until it is stored,
-- so that an outdated count is never stored; while another transaction discards one, the job ends and runs again later.
create function private.store_daily_posts() returns date
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today date := private.india_day(now());
  -- What was written in a day's last second may be committed a moment later.
  yesterday date := private.india_day(now() - interval '10 minutes') - 1;
  missing date;
begin
  select max(d.day)::date into missing
  from generate_series(today - 29, yesterday, interval '1 day') d (day)
  where not exists (select from private.daily_post_stats k where k.day = d.day::date);
  if missing is null then
    return null;
  end if;
  begin
    lock table private.daily_post_stats in share row exclusive mode nowait;
  exception when lock_not_available then
    return null;
  end;
  insert into private.daily_post_stats select c.* from private.posts_of(missing) c on conflict do nothing;
  delete from private.daily_post_stats k where k.day < today - 31;
  return missing;
end
$$;

comment on function private.store_daily_posts() is
  'Counts the latest of the last 30 days that is over and not kept, and keeps it; gives it, or null. Called by a job.';

create function private.discard_day_of_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.daily_post_stats k
  where k.day = private.india_day(new.created_at)
    or tg_op = 'UPDATE' and k.day = private.india_day(old.created_at);
  return null;
end
$$;

create trigger forget_post_day_loaded
  after insert on public.threads
  for each row when (
    new.created_at < now() - interval '10 minutes'
    and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.discard_day_of_post();

create trigger discard_day_of_post
  after update of is_hidden, state, created_at on public.threads
  for each row when ((old.is_hidden, old.created_at) is distinct from (new.is_hidden, new.created_at))
  execute function private.discard_day_of_post();

create trigger forget_post_day_loaded
  after insert on public.replies
  for each row when (
    new.created_at < now() - interval '10 minutes'
    and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.discard_day_of_post();

create trigger discard_day_of_post
  after update of is_hidden, state, created_at on public.replies
  for each row when ((old.is_hidden, old.created_at) is distinct from (new.is_hidden, new.created_at))
  execute function private.discard_day_of_post();

create function private.discard_daily_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.daily_post_stats k where k.day in (select private.india_day(g.created_at) from gone g);
  return null;
end
$$;

create trigger discard_daily_posts
  after delete on public.threads
  referencing old table as gone
  for each statement execute function private.discard_daily_posts();

create trigger discard_daily_posts
  after delete on public.replies
  referencing old table as gone
  for each statement execute function private.discard_daily_posts();

-- Days are India's. What is hidden is counted as guests see it: not at all. When a member was seen on which day is kept
-- nowhere, so the days of `active` are those who wrote. Runs as its owner: no role may read the days, and the
-- policies, which show an admin every post, need not be asked about each.
create function public.admin_figures()
returns table (figure text, total bigint, by_day bigint[])
language plpgsql stable security definer rows 6 set search_path = ''
as $$
declare
  today date := private.india_day(now());
  since timestamptz := (today - 29)::timestamp at time zone 'Asia/Kolkata';
begin
  if not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  return query
  with counters as (
    select c.members, c.discussions, c.posts - c.discussions as replies from public.site_counters() c
  ), totals (place, figure, total) as (
    select 1, 'users', c.members from counters c
    union all select 2, 'discussions', c.discussions from counters c
    union all select 3, 'replies', c.replies from counters c
    union all select 4, 'categories', count(*) from public.forum_categories
    union all select 5, 'active', count(*) from public.profiles p where p.last_active >= now() - interval '7 days'
    union all select 6, 'reports', count(*) from public.reports r where r.state = 'open'
  ), posts as materialized (
    -- Only what is not kept is counted.
    select d.day, case when k.day is null then private.posts_of(d.day) else k end as written
    from (select today - 29 + n as day from generate_series(0, 29) n) d
    left join private.daily_post_stats k on k.day = d.day and k.day < today
  ), happened (figure, day, amount) as (
    select 'discussions', p.day, (p.written).discussions from posts p
    union all select 'replies', p.day, (p.written).replies from posts p
    union all select 'active', p.day, (p.written).authors from posts p
    union all select 'users', private.india_day(p.created_at), count(*)
      from public.profiles p where p.created_at >= since group by 2
    union all select 'categories', private.india_day(c.created_at), count(*)
      from public.forum_categories c where c.created_at >= since group by 2
    union all select 'reports', private.india_day(r.created_at), count(*)
      from public.reports r where r.created_at >= since group by 2
  )
  select t.figure, t.total, array(
    select coalesce(h.amount, 0)
    from generate_series(0, 29) n
    left join happened h on h.figure = t.figure and h.day = today - 29 + n
    order by n
  )
  from totals t
  order by t.place;
end
$$;

comment on function public.admin_figures() is
  'users, threads, replies, categories, active (in 7 days) and reports (open): the total, and what happened on each of the last 30 days, the oldest first; of active: who wrote. Admins only.';

revoke all on function public.admin_figures() from public, anon, authenticated, service_role;
grant execute on function private.store_daily_posts() to service_role, site_jobs;
grant execute on function public.admin_figures() to authenticated;
