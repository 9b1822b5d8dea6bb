-- What a member's page, the list of experts and a member's own dashboard ask beyond the rows themselves: who is
-- meant by a name in an address, a year of activity, how many follow, and what the own posts were given.

-- ---------------------------------------------------------------------------------------------------------
-- For everybody
-- ---------------------------------------------------------------------------------------------------------

-- A function, because a filter of the contract cannot use the index on lower(username) and `_` is a letter here.
create function public.find_member(username text) returns setof public.profiles
language sql stable rows 1
begin atomic
  select p.* from public.profiles p where lower(p.username) = lower(find_member.username);
end;

comment on function public.find_member(text) is 'The member of this username, written in whichever case; no row when there is none.';

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
  'How many visible discussions and replies the member wrote on each Indian day of the last 53 weeks; days without any are left out.';

-- Runs as its owner: who follows whom is told to the two alone, how many do is told to everybody.
create function public.follower_count(member public.profiles) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select e.followers from public.expert_profiles e where e.user_id = member.id),
    (select count(*) from public.follows f where f.followed_id = member.id)::integer
  )
$$;

comment on function public.follower_count(public.profiles) is 'How many members follow this one.';

create function public.post_count(member public.profiles) returns integer
language sql stable
return member.total_posts + member.total_replies;

comment on function public.post_count(public.profiles) is 'Visible discussions and replies together.';

create function public.expert_specialities() returns table (speciality text, experts bigint)
language sql stable rows 20
begin atomic
  select e.speciality, count(*)
  from public.expert_profiles e
  join public.profiles p on p.id = e.user_id
  where e.verified_at is not null and p.user_level <> 'Banned'
  group by e.speciality
  order by count(*) desc, e.speciality;
end;

comment on function public.expert_specialities() is 'The specialities of the verified experts, and how many have each.';

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
  'The verified expert who wrote most in the last 30 days, and how many discussions and replies that were; by reputation when none did.';

-- ---------------------------------------------------------------------------------------------------------
-- For the member alone
-- ---------------------------------------------------------------------------------------------------------

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
  -- A reply's own writer reads it in a discussion that was hidden, but not what that one is called.
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
    (select count(*) from public.bookmarks b where b.user_id = p.id),
    p.reputation::bigint
  from public.profiles p
  where p.id = (select auth.uid())
$$;

comment on function public.my_figures() is
  'The caller''s own figures: visible discussions and replies, upvotes by others, bookmarks, reputation.';

revoke all on function public.find_member(text), public.member_activity(uuid), public.follower_count(public.profiles),
  public.post_count(public.profiles), public.expert_specialities(), public.featured_expert(),
  public.my_upvotes(integer, integer), public.my_figures()
  from public, anon, authenticated, service_role;
grant execute on function public.find_member(text), public.member_activity(uuid),
  public.follower_count(public.profiles), public.post_count(public.profiles), public.expert_specialities(),
  public.featured_expert()
  to anon, authenticated, service_role;
grant execute on function public.my_upvotes(integer, integer), public.my_figures() to authenticated;

-- ---------------------------------------------------------------------------------------------------------
-- A follow shows on the followed member's page
-- ---------------------------------------------------------------------------------------------------------

create or replace function private.count_follow() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  followed uuid := case when tg_op = 'DELETE' then old.followed_id else new.followed_id end;
begin
  update public.expert_profiles
  set followers = followers + case when tg_op = 'DELETE' then -1 else 1 end
  where user_id = followed;
  -- An expert's row has announced itself; the page of any other member is told here.
  if not found then
    perform private.announce(jsonb_build_object(
      'table', 'profiles', 'op', 'UPDATE', 'id', followed, 'caches_only', true
    ));
  end if;
  return null;
end
$$;

revoke execute on all functions in schema private from public;
