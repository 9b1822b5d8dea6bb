-- The one function that computes every counter again. It must find nothing to correct.

create function private.recount() returns table (counted text, corrected bigint)
language plpgsql security definer set search_path = ''
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
    select r.author_id, 0, private.is_shown(r)::integer, private.is_shown(r)::integer from public.replies r
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

  counted := 'thread_days';
  corrected := private.recount_thread_days();
  return next;

  counted := 'expert_profiles';
  update public.expert_profiles e
  set followers = (select count(*) from public.follows f where f.followed_id = e.user_id)
  where e.followers <> (select count(*) from public.follows f where f.followed_id = e.user_id);
  get diagnostics corrected = row_count;
  return next;

  counted := 'members';
  update private.member_count m set members = (select count(*) from public.profiles p where not p.is_deleted)
  where m.members <> (select count(*) from public.profiles p where not p.is_deleted);
  get diagnostics corrected = row_count;
  return next;
end
$$;

comment on function private.recount() is
  'Computes every counter again and returns, per table, how many rows were wrong: none, unless triggers were switched off. For bulk loads, tests and repairs; not while members write.';

grant execute on function private.recount() to service_role;
