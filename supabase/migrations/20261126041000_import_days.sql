-- Which stored days an import's posts make stale is found once for a batch, and not for each post: a fifteenth of the
-- time that a reply took.
create or replace trigger forget_post_day_loaded
  after insert on public.threads
  for each row when (
    new.created_at < now() - interval '10 minutes'
    and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.discard_day_of_post();

create or replace trigger forget_post_day_loaded
  after insert on public.replies
  for each row when (
    new.created_at < now() - interval '10 minutes'
    and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.discard_day_of_post();

-- What the silent triggers would have counted, and nobody is told. `last_active` is the time of the posts.
create or replace function private.count_imported(threads uuid[], replies uuid[], votes uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  with given as (
    select t.author_id as member, (not t.is_hidden)::integer as posts, 0 as replies,
      2 * (not t.is_hidden)::integer as reputation, t.created_at as at
    from public.threads t where t.id = any (count_imported.threads)
    union all
    select r.author_id, 0, (not r.is_hidden)::integer, (not r.is_hidden)::integer, r.created_at
    from public.replies r where r.id = any (count_imported.replies)
    union all
    select coalesce(t.author_id, r.author_id), 0, 0, case when x.thread_id is null then 5 else 10 end, null
    from public.reactions x
    left join public.threads t on t.id = x.thread_id
    left join public.replies r on r.id = x.reply_id
    where x.id = any (count_imported.votes) and x.user_id <> coalesce(t.author_id, r.author_id)
  ), totals as (
    select g.member, sum(g.posts) as posts, sum(g.replies) as replies, sum(g.reputation) as reputation, max(g.at) as at
    from given g group by g.member
  ), locked as materialized (
    select p.id from public.profiles p where p.id in (select t.member from totals t) order by p.id for no key update
  )
  update public.profiles p
  set total_posts = p.total_posts + t.posts, total_replies = p.total_replies + t.replies,
    reputation = p.reputation + t.reputation, last_active = greatest(p.last_active, t.at)
  from locked l join totals t on t.member = l.id
  where p.id = l.id;

  insert into public.thread_subscriptions (user_id, thread_id, created_at)
  select t.author_id, t.id, t.created_at
  from public.threads t join auth.users u on u.id = t.author_id
  where t.id = any (count_imported.threads)
  on conflict do nothing;

  -- An edit tells those alone whom the text did not name before.
  perform private.record_new_mentions(t.content, t.author_id, t.id, null)
  from public.threads t where t.id = any (count_imported.threads) and strpos(t.content, '@') > 0;
  perform private.record_new_mentions(r.content, r.author_id, null, r.id)
  from public.replies r where r.id = any (count_imported.replies) and strpos(r.content, '@') > 0;

  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  select n.thread_id, private.counted_day(private.utc_day(n.at)), sum(n.replies), sum(n.upvotes)
  from (
    select r.thread_id, r.created_at as at, 1 as replies, 0 as upvotes
    from public.replies r where r.id = any (count_imported.replies) and not r.is_hidden
    union all
    select x.thread_id, x.created_at, 0, 1
    from public.reactions x where x.id = any (count_imported.votes) and x.thread_id is not null
  ) n
  group by 1, 2
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;

  delete from private.daily_post_stats k
  where k.day in (
    select private.india_day(t.created_at) from public.threads t where t.id = any (count_imported.threads)
    union all
    select private.india_day(r.created_at) from public.replies r where r.id = any (count_imported.replies)
  );

  update public.replies r set upvote_count = r.upvote_count + n.votes
  from (
    select x.reply_id, count(*) as votes
    from public.reactions x where x.id = any (count_imported.votes) and x.reply_id is not null group by 1
  ) n
  where r.id = n.reply_id;

  -- The category follows from the thread's reply_count (private.count_thread).
  update public.threads t
  set reply_count = t.reply_count + n.replies, upvote_count = t.upvote_count + n.votes,
    last_activity = greatest(t.last_activity, n.latest)
  from (
    select g.thread_id, sum(g.replies) as replies, sum(g.votes) as votes, max(g.latest) as latest
    from (
      select r.thread_id, 1 as replies, 0 as votes, r.created_at as latest
      from public.replies r where r.id = any (count_imported.replies) and not r.is_hidden
      union all
      select x.thread_id, 0, 1, null
      from public.reactions x where x.id = any (count_imported.votes) and x.thread_id is not null
    ) g
    group by 1
  ) n
  where t.id = n.thread_id;

  update public.forum_categories c
  set thread_count = c.thread_count + n.threads, post_count = c.post_count + n.threads
  from (
    select t.category_id, count(*) as threads
    from public.threads t where t.id = any (count_imported.threads) and not t.is_hidden group by 1
  ) n
  where c.id = n.category_id;
end
$$;
