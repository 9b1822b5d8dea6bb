-- What is talked about, how many there are, and the one place that can compute every counter anew.

-- Score: (3 per reply + 5 per upvote + 1 per 20 views + 1), halved and halved again as the discussion ages. The
-- time frame sets who takes part (active within it) and how fast age weighs: over a day hours matter, over a year
-- weeks do. At most the 2,000 latest active ones are judged, so that the cost does not grow with the forum.
create function public.trending_threads(time_frame text default 'today', max_rows integer default 8)
returns setof public.threads
language sql stable rows 8 set search_path = ''
as $$
  with frame as (
    select
      case time_frame when 'week' then interval '7 days' when 'month' then interval '30 days'
        when 'year' then interval '365 days' else interval '1 day' end as length,
      case time_frame when 'week' then 48.0 when 'month' then 240.0
        when 'year' then 2000.0 else 8.0 end as half_life_hours
  ), candidates as (
    select t.id, t.reply_count, t.upvote_count, t.view_count, t.created_at, t.last_activity
    from public.threads t
    where t.last_activity > now() - (select f.length from frame f) and not t.is_hidden
    order by t.last_activity desc
    limit 2000
  ), judged as (
    select c.id, c.last_activity, (3 * c.reply_count + 5 * c.upvote_count + c.view_count / 20.0 + 1)
      * power(0.5, least(extract(epoch from now() - c.created_at) / 3600.0 / f.half_life_hours, 300.0)) as score
    from candidates c
    cross join frame f
    order by score desc, c.last_activity desc, c.id
    limit least(greatest(max_rows, 0), 100)
  )
  select t.*
  from judged j
  join public.threads t on t.id = j.id
  order by j.score desc, j.last_activity desc, j.id
$$;

comment on function public.trending_threads(text, integer) is
  'The discussions most talked about, best first. time_frame: today, week, month or year; max_rows up to 100.';

-- Runs as its owner: a sum of counters that are public, and the private count of members.
create function public.site_counters()
returns table (members bigint, discussions bigint, posts bigint, online bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    (select m.members from private.member_count m),
    (select coalesce(sum(c.thread_count), 0) from public.forum_categories c)::bigint,
    (select coalesce(sum(c.post_count), 0) from public.forum_categories c)::bigint,
    (select count(*) from public.profiles p where p.last_active > now() - interval '15 minutes')
$$;

comment on function public.site_counters() is
  'Members, visible discussions, visible posts (discussions and replies), and members active in the last 15 minutes.';

revoke all on function public.trending_threads(text, integer), public.site_counters()
  from public, anon, authenticated, service_role;
grant execute on function public.trending_threads(text, integer), public.site_counters()
  to anon, authenticated, service_role;

-- ---------------------------------------------------------------------------------------------------------
-- All counters from the rows that they count
-- ---------------------------------------------------------------------------------------------------------

create function private.recount() returns table (counted text, corrected bigint)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  counted := 'threads';
  with truth as (
    select t.id, coalesce(r.replies, 0) as replies, coalesce(v.votes, 0) as votes,
      greatest(t.created_at, r.latest) as latest
    from public.threads t
    left join (
      select x.thread_id, count(*) as replies, max(x.created_at) as latest
      from public.replies x where not x.is_hidden group by x.thread_id
    ) r on r.thread_id = t.id
    left join (
      select x.thread_id, count(*) as votes from public.reactions x where x.thread_id is not null group by x.thread_id
    ) v on v.thread_id = t.id
  )
  update public.threads t
  set reply_count = truth.replies, upvote_count = truth.votes, last_activity = truth.latest
  from truth
  where truth.id = t.id
    and (t.reply_count, t.upvote_count, t.last_activity) is distinct from (truth.replies, truth.votes, truth.latest);
  get diagnostics corrected = row_count;
  return next;

  counted := 'replies';
  with truth as (
    select r.id, coalesce(v.votes, 0) as votes
    from public.replies r
    left join (
      select x.reply_id, count(*) as votes from public.reactions x where x.reply_id is not null group by x.reply_id
    ) v on v.reply_id = r.id
  )
  update public.replies r set upvote_count = truth.votes
  from truth
  where truth.id = r.id and r.upvote_count <> truth.votes;
  get diagnostics corrected = row_count;
  return next;

  counted := 'profiles';
  with given as (
    select t.author_id as member, (not t.is_hidden)::integer as posts, 0 as replies, 2 * (not t.is_hidden)::integer as reputation
    from public.threads t
    union all
    select r.author_id, 0, (not r.is_hidden)::integer, (not r.is_hidden)::integer from public.replies r
    union all
    select t.author_id, 0, 0, 10
    from public.reactions x join public.threads t on t.id = x.thread_id where x.user_id <> t.author_id
    union all
    select r.author_id, 0, 0, 5
    from public.reactions x join public.replies r on r.id = x.reply_id where x.user_id <> r.author_id
  ), truth as (
    select p.id, coalesce(sum(g.posts), 0) as posts, coalesce(sum(g.replies), 0) as replies,
      coalesce(sum(g.reputation), 0) as reputation
    from public.profiles p
    left join given g on g.member = p.id
    group by p.id
  )
  update public.profiles p
  set total_posts = truth.posts, total_replies = truth.replies, reputation = truth.reputation
  from truth
  where truth.id = p.id
    and (p.total_posts, p.total_replies, p.reputation) is distinct from (truth.posts, truth.replies, truth.reputation);
  get diagnostics corrected = row_count;
  return next;

  counted := 'forum_categories';
  with truth as (
    select c.id, count(t.id) as threads, coalesce(sum(1 + t.reply_count), 0) as posts
    from public.forum_categories c
    left join public.threads t on t.category_id = c.id and not t.is_hidden
    group by c.id
  )
  update public.forum_categories c set thread_count = truth.threads, post_count = truth.posts
  from truth
  where truth.id = c.id and (c.thread_count, c.post_count) is distinct from (truth.threads, truth.posts);
  get diagnostics corrected = row_count;
  return next;

  counted := 'expert_profiles';
  update public.expert_profiles e
  set followers = (select count(*) from public.follows f where f.followed_id = e.user_id)
  where e.followers <> (select count(*) from public.follows f where f.followed_id = e.user_id);
  get diagnostics corrected = row_count;
  return next;

  counted := 'members';
  update private.member_count m set members = (select count(*) from public.profiles)
  where m.members <> (select count(*) from public.profiles);
  get diagnostics corrected = row_count;
  return next;
end
$$;

comment on function private.recount() is
  'Computes every counter anew and gives, per table, how many rows were wrong: none, unless triggers were switched off. For bulk loads, tests and repairs; not while members write.';

revoke execute on all functions in schema private from public;
grant execute on function private.recount() to service_role;
