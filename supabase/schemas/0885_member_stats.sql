-- What a member's page, the list of experts, a member's dashboard and the front page ask beyond the rows themselves.

create function public.member_activity(member uuid) returns table (day date, posts integer)
language sql stable rows 200
begin atomic
  with written as (
    select t.created_at
    from public.threads t
    where t.author_id = member and t.created_at > now() - interval '372 days' and not t.is_hidden
    union all
    select r.created_at
    from public.replies r
    where r.author_id = member and r.created_at > now() - interval '372 days'
      and not r.is_hidden and not r.is_thread_hidden
  )
  select (w.created_at at time zone 'Asia/Kolkata')::date, count(*)::integer
  from written w
  group by 1
  order by 1;
end;

comment on function public.member_activity(uuid) is
  'How many visible threads and replies the member wrote on each Indian day of the last 53 weeks; days without any are left out.';

-- Runs as its owner: votes are read by their voters alone. What leaves is how many were given to the caller's own
-- posts and when the last one was; never by whom.
create function public.my_upvotes(max_rows integer default 20, skip integer default 0)
returns table (
  thread_id uuid, thread_title text, category_slug text, reply_id uuid, reply_content text,
  upvotes bigint, latest timestamptz
)
language sql stable security definer rows 20 set search_path = ''
as $$
  with given as (
    select t.id as thread_id, null::uuid as reply_id, null::text as reply_content,
      count(*) as upvotes, max(x.created_at) as latest
    from public.threads t
    join public.reactions x on x.thread_id = t.id
    where t.author_id = (select auth.uid()) and x.user_id <> t.author_id
    group by t.id
    union all
    select r.thread_id, r.id, r.content, count(*), max(x.created_at)
    from public.replies r
    join public.reactions x on x.reply_id = r.id
    where r.author_id = (select auth.uid()) and x.user_id <> r.author_id
    group by r.id
  )
  select g.thread_id, t.title, c.slug, g.reply_id, left(g.reply_content, 1000), g.upvotes, g.latest
  from given g
  join public.threads t on t.id = g.thread_id
  join public.forum_categories c on c.id = t.category_id
  -- A reply's own writer reads it in a thread that was hidden, but not what that one is called.
  where not t.is_hidden or t.author_id = (select auth.uid())
  order by g.latest desc, g.thread_id, g.reply_id
  limit least(greatest(max_rows, 0), 100) offset greatest(skip, 0)
$$;

comment on function public.my_upvotes(integer, integer) is
  'The caller''s posts that others upvoted, the latest upvote first: how many and when, never by whom.';

-- Runs as its owner for the sake of the votes, as above.
create function public.my_figures()
returns table (discussions bigint, replies bigint, upvotes bigint, bookmarks bigint, reputation bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select p.total_posts::bigint, p.total_replies::bigint,
    (select count(*) from public.threads t join public.reactions x on x.thread_id = t.id
     where t.author_id = p.id and x.user_id <> p.id)
    + (select count(*) from public.replies r join public.reactions x on x.reply_id = r.id
       where r.author_id = p.id and x.user_id <> p.id),
    (select count(*) from public.bookmarks b where b.user_id = p.id)
    + (select count(*) from public.reply_bookmarks b where b.user_id = p.id),
    p.reputation::bigint
  from public.profiles p
  where p.id = (select auth.uid())
$$;

comment on function public.my_figures() is
  'The caller''s own figures: visible threads and replies, upvotes by others, bookmarks, reputation.';

create function public.featured_expert() returns table (user_id uuid, recent_posts bigint)
language sql stable rows 1
begin atomic
  select p.id, n.posts
  from public.expert_profiles e
  join public.profiles p on p.id = e.user_id
  cross join lateral (
    select
      (select count(*) from public.replies r
       where r.author_id = p.id and r.created_at > now() - interval '30 days'
         and not r.is_hidden and not r.is_thread_hidden)
      + (select count(*) from public.threads t
         where t.author_id = p.id and t.created_at > now() - interval '30 days' and not t.is_hidden) as posts
  ) n
  where e.verified_at is not null and p.user_level <> 'Banned'
  order by n.posts desc, p.reputation desc, p.id
  limit 1;
end;

comment on function public.featured_expert() is
  'The verified expert who wrote most in the last 30 days, and how many threads and replies that were; by reputation when none did.';

-- A day is all that public.profiles tells of a member's activity (private.round_last_active), so that nobody can be
-- counted who was here within minutes: `online` was right in the first quarter of an hour of a day, and 0 afterwards.
-- Days are India's, as everywhere else on the site.
create function public.site_counters()
returns table (members bigint, discussions bigint, posts bigint, online bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    (select m.members from private.member_count m),
    (select coalesce(sum(c.thread_count), 0) from public.forum_categories c)::bigint,
    (select coalesce(sum(c.post_count), 0) from public.forum_categories c)::bigint,
    (select count(*) from public.profiles p where p.last_active >= date_trunc('day', now(), 'Asia/Kolkata'))
$$;

comment on function public.site_counters() is 'Members, visible threads, visible posts (threads and replies), and members who posted or signed in today (in India).';

revoke all on function
  public.member_activity(uuid), public.my_upvotes(integer, integer), public.my_figures(), public.featured_expert(),
  public.site_counters()
  from public, anon, authenticated, service_role;
grant execute on function
  public.member_activity(uuid), public.featured_expert(), public.site_counters()
  to anon, authenticated, service_role;
grant execute on function public.my_upvotes(integer, integer), public.my_figures() to authenticated;
