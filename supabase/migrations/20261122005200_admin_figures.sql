-- What the admin's dashboard shows: six figures, each with its last 30 days.

-- Days are India's. What is hidden is counted as guests see it: not at all. Nobody keeps when a member was seen on
-- which day, so the days of `active` are those who wrote.
create function public.admin_figures()
returns table (figure text, total bigint, by_day bigint[])
language plpgsql stable rows 6 set search_path = ''
as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
  since timestamptz := (today - 29)::timestamp at time zone 'Asia/Kolkata';
begin
  if not public.is_admin() then
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
  ), posts (figure, day, author_id) as (
    select 'discussions', (t.created_at at time zone 'Asia/Kolkata')::date, t.author_id
    from public.threads t where t.created_at >= since and not t.is_hidden
    union all
    select 'replies', (r.created_at at time zone 'Asia/Kolkata')::date, r.author_id
    from public.replies r where r.created_at >= since and not r.is_hidden
  ), happened (figure, day, amount) as (
    select p.figure, p.day, count(*) from posts p group by 1, 2
    union all select 'active', p.day, count(distinct p.author_id) from posts p group by 2
    union all select 'users', (p.created_at at time zone 'Asia/Kolkata')::date, count(*)
      from public.profiles p where p.created_at >= since group by 2
    union all select 'categories', (c.created_at at time zone 'Asia/Kolkata')::date, count(*)
      from public.forum_categories c where c.created_at >= since group by 2
    union all select 'reports', (r.created_at at time zone 'Asia/Kolkata')::date, count(*)
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
  'users, discussions, replies, categories, active (in 7 days) and reports (open): the total, and what happened on each of the last 30 days, the oldest first; of active: who wrote. Admins only.';

-- Who asks for what is open: the log is read by what was done, and by whom.
create index moderation_log_action_idx on public.moderation_log (action, created_at desc);

revoke all on function public.admin_figures() from public, anon, authenticated, service_role;
grant execute on function public.admin_figures() to authenticated;
