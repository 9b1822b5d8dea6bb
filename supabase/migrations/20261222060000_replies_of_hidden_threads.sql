-- Members' counters count the replies that guests can read: a reply of a hidden thread is none of them, and gives no
-- reputation. Until now it counted on, so a profile named more replies than it listed.

create function private.is_shown(reply public.replies) returns boolean
language sql immutable parallel safe
return not reply.is_hidden and not reply.is_thread_hidden;

comment on function private.is_shown(public.replies) is
  'Whether guests can read a reply, and whether it counts in its author''s profile. The thread''s own counter leaves out only the replies that are hidden themselves.';

-- A statement that changes what several members or threads count locks them first: the threads, their replies, the
-- profiles, each by id, as hiding and deleting a thread do. Row by row, it would wait for another that comes from the other
-- end.
create function private.lock_profiles(members uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles p where p.id = any (lock_profiles.members) order by p.id for no key update;
end
$$;

comment on function private.lock_profiles(uuid[]) is
  'Locks the profiles whose counters one statement changes, by id; after threads and replies.';

create function private.lock_deleted_replies(replies uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  threads uuid[];
  locked bigint;
begin
  for look in 1..3 loop
    threads := array(
      select distinct r.thread_id from public.replies r where r.id = any (lock_deleted_replies.replies)
    );
    perform from public.threads t where t.id = any (threads) order by t.id for no key update;
    get diagnostics locked = row_count;
    -- The row of a thread that was deleted meanwhile is replaced by an empty one, which only the next look sees.
    exit when locked = cardinality(threads);
  end loop;
  perform from public.replies r where r.id = any (lock_deleted_replies.replies) order by r.id for update;
  perform private.lock_profiles(array(
    select r.author_id from public.replies r where r.id = any (lock_deleted_replies.replies)
  ));
end
$$;

comment on function private.lock_deleted_replies(uuid[]) is
  'Locks the threads of several replies that a job deletes, the replies, and their authors.';

-- Follows `threads.is_hidden` in a batch of replies, and counts them in their authors' profiles; returns their number. The
-- row in pending_threads is locked by the caller, so that two that go opposite ways take turns, and the second sees what
-- the first did. The thread's author is locked with the others, for private.count_thread.
create or replace function private.hide_replies(thread uuid, hidden boolean, batch integer) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  chosen uuid[];
begin
  chosen := array(
    select x.id
    from public.replies x
    where x.thread_id = hide_replies.thread and x.is_thread_hidden <> hide_replies.hidden
    order by x.created_at, x.id
    limit hide_replies.batch
  );
  perform from public.replies r where r.id = any (chosen) order by r.id for no key update;
  perform private.lock_profiles(array(
    select r.author_id from public.replies r where r.id = any (chosen)
    union
    select t.author_id from public.threads t where t.id = hide_replies.thread
  ));
  with followed as (
    update public.replies r set is_thread_hidden = hide_replies.hidden
    where r.id = any (chosen)
    returning r.author_id, not r.is_hidden as counts
  ), totals as (
    select f.author_id, count(*) * case when hide_replies.hidden then -1 else 1 end as replies
    from followed f
    where f.counts
    group by f.author_id
  )
  update public.profiles p
  set total_replies = p.total_replies + t.replies, reputation = p.reputation + t.replies
  from totals t
  where p.id = t.author_id;
  if cardinality(chosen) < hide_replies.batch then
    delete from private.pending_threads p where p.thread_id = hide_replies.thread;
  end if;
  return cardinality(chosen);
end
$$;

-- One statement per counter table. The category follows from the thread's reply_count.
create or replace function private.count_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thread_author uuid;
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
  muting uuid[] := '{}';
begin
  if private.is_shown(new) then
    muting := private.muting_reply(new, (select t.author_id from public.threads t where t.id = new.thread_id));
  end if;

  -- Before anything is stored that refers to the thread: each such row shares a lock of the thread until the commit.
  select t.author_id, t.category_id, t.is_hidden, t.is_locked
  into thread_author, thread_category, thread_is_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id for no key update;
  if not found then
    return null; -- the foreign key of the reply itself says so, and no row that refers to it
  end if;
  -- An admin may have hidden or locked the thread since private.prepare_reply read it. The second try, which the API
  -- makes by itself, is judged by what is true then.
  if thread_is_hidden <> new.is_thread_hidden
    or (thread_is_locked and not thread_is_hidden and (select auth.uid()) is not null and not private.is_admin()) then
    raise serialization_failure using message = 'The discussion was changed while you replied. Please try again.';
  end if;

  perform private.notify_of_reply(new, thread_author, muting);
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', 'INSERT', 'id', new.id,
    'thread_id', new.thread_id, 'category_id', thread_category, 'author_id', new.author_id
  ));

  update public.profiles
  set total_replies = total_replies + 1,
    reputation = reputation + 1,
    last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
  where id = new.author_id and private.is_shown(new);

  update public.threads
  set reply_count = reply_count + (not new.is_hidden)::integer,
    last_activity = case when new.is_hidden then last_activity else greatest(last_activity, new.created_at) end
  where id = new.thread_id;
  return null;
end
$$;

-- Hiding, showing again, and deleting: the reverse of counting. The thread's latest activity is looked up only when
-- this was it, at the end of the index.
create or replace function private.recount_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_deleted constant boolean := tg_op = 'DELETE';
  subject public.replies := case when is_deleted then old else new end;
  -- What its author and its thread get: neither anything for a reply that did not count before. Of what is deleted, what
  -- its upvotes gave goes, too.
  author_delta integer := (not is_deleted and private.is_shown(subject))::integer - private.is_shown(old)::integer;
  thread_delta integer := (not is_deleted and not subject.is_hidden)::integer - (not old.is_hidden)::integer;
  upvotes bigint := 0;
  thread public.threads;
  latest timestamptz;
begin
  select t.* into thread from public.threads t where t.id = subject.thread_id for no key update;
  if not found then
    return old; -- deleted with its thread, where private.uncount_thread has counted it
  end if;
  if is_deleted then
    upvotes := (select count(*) from public.reactions x where x.reply_id = old.id and x.user_id <> old.author_id);
  end if;
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', tg_op, 'id', subject.id,
    'thread_id', subject.thread_id, 'category_id', thread.category_id, 'author_id', subject.author_id
  ));
  update public.profiles
  set total_replies = total_replies + author_delta, reputation = reputation + author_delta - 5 * upvotes
  where id = subject.author_id and (author_delta <> 0 or upvotes > 0);
  if thread_delta <> 0 then
    latest := greatest(thread.last_activity, subject.created_at);
    if thread_delta < 0 and subject.created_at >= thread.last_activity then
      latest := greatest(thread.created_at, (
        select r.created_at
        from public.replies r
        where r.thread_id = subject.thread_id and not r.is_hidden and r.id <> subject.id
        order by r.created_at desc
        limit 1
      ));
    end if;
    update public.threads t
    set reply_count = t.reply_count + thread_delta, last_activity = latest
    where t.id = subject.thread_id;
  end if;
  return old;
end
$$;

-- What the thread gave to whom is taken back while its rows can still be read: of a short one all at once, of a long
-- one its author's and its votes' share; the replies' share follows with each of them (private.recount_reply).
create or replace function private.uncount_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  at_once constant integer := 100;
begin
  if old.title = '' then
    return old; -- the empty row of one that was deleted before
  end if;
  if (select count(*) > at_once from (
    select from public.replies r where r.thread_id = old.id limit at_once + 1
  ) r) then
    insert into private.pending_threads (thread_id, goal) values (old.id, 'delete')
    on conflict on constraint pending_threads_pkey do update set goal = 'delete', requested_at = excluded.requested_at;
    update public.profiles p
    set total_posts = p.total_posts - (not old.is_hidden)::integer,
      reputation = p.reputation - 2 * (not old.is_hidden)::integer - 10 * (
        select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
      )
    where p.id = old.author_id;
  else
    perform from public.replies r where r.thread_id = old.id order by r.id for update;
    perform private.lock_profiles(array(
      select old.author_id union select r.author_id from public.replies r where r.thread_id = old.id
    ));

    with gone as (
      select old.author_id as member, (not old.is_hidden)::integer as posts, 0 as replies,
        2 * (not old.is_hidden)::integer + 10 * (
          select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
        ) as reputation
      union all
      select r.author_id, 0, private.is_shown(r)::integer,
        private.is_shown(r)::integer + 5 * (
          select count(*) from public.reactions x where x.reply_id = r.id and x.user_id <> r.author_id
        )
      from public.replies r
      where r.thread_id = old.id
    ), totals as (
      select g.member, sum(g.posts) as posts, sum(g.replies) as replies, sum(g.reputation) as reputation
      from gone g
      group by g.member
    )
    update public.profiles p
    set total_posts = p.total_posts - t.posts,
      total_replies = p.total_replies - t.replies,
      reputation = p.reputation - t.reputation
    from totals t
    where p.id = t.member;
  end if;
  if not old.is_hidden then
    update public.forum_categories
    set thread_count = thread_count - 1, post_count = post_count - 1 - old.reply_count
    where id = old.category_id;
  end if;
  return old;
end
$$;

create or replace function private.process_pending_threads(batch integer default 100) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  task private.pending_threads;
  chosen uuid[];
begin
  -- At random: one that fails, for whatever reason, holds up none of the others.
  select p.* into task from private.pending_threads p order by random() limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  if task.goal <> 'delete' then
    return 1 + private.hide_replies(task.thread_id, task.goal = 'hide', process_pending_threads.batch);
  end if;
  -- The newest first: an answer to another reply goes before it, and is not changed first.
  chosen := array(
    select x.id from public.replies x
    where x.thread_id = task.thread_id
    order by x.created_at desc, x.id desc
    limit process_pending_threads.batch
  );
  perform private.lock_deleted_replies(chosen);
  delete from public.replies r where r.id = any (chosen);
  if cardinality(chosen) < process_pending_threads.batch then
    delete from public.threads t where t.id = task.thread_id and t.title = '';
    delete from private.pending_threads p where p.thread_id = task.thread_id;
  end if;
  return 1 + cardinality(chosen);
end
$$;

create or replace function private.erase_posts(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
  chosen uuid[] := array(select r.id from public.replies r where r.author_id = member order by r.created_at limit 100);
  thread uuid;
begin
  if chosen <> '{}' then
    perform private.lock_deleted_replies(chosen);
    delete from public.replies r where r.id = any (chosen);
    return cardinality(chosen);
  end if;
  -- One at a time: after its replies' authors, no other thread may be locked.
  select t.id into thread
  from public.threads t
  where t.author_id = member and not t.is_deleted
  order by t.created_at limit 1;
  if found then
    perform private.delete_or_empty_thread(thread);
    return 1;
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'content'
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  );
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.erase_posts(uuid) is
  'Deletes a piece of what a member wrote: a hundred replies, or a thread; 0 when nothing is left.';

create or replace function private.count_imported(threads uuid[], replies uuid[], votes uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  with given as (
    select t.author_id as member, (not t.is_hidden)::integer as posts, 0 as replies,
      2 * (not t.is_hidden)::integer as reputation, t.created_at as at
    from public.threads t where t.id = any (count_imported.threads)
    union all
    select r.author_id, 0, private.is_shown(r)::integer, private.is_shown(r)::integer, r.created_at
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

create or replace function private.recount() returns table (counted text, corrected bigint)
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

comment on column public.profiles.total_replies is 'Replies that guests can read.';
comment on column public.profiles.reputation is
  '2 per visible thread + 1 per reply that guests can read + 10 per upvote on a thread + 5 per upvote on a reply; own upvotes give nothing.';
comment on column public.replies.is_thread_hidden is
  'Its thread is hidden; kept by private.hide_replies, so that neither a policy nor a counter need look up the thread for every reply.';

-- What is counted until now.
update public.profiles p
set total_replies = p.total_replies - n.replies, reputation = p.reputation - n.replies
from (
  select r.author_id, count(*) as replies
  from public.replies r
  where r.is_thread_hidden and not r.is_hidden
  group by r.author_id
) n
where p.id = n.author_id;

revoke execute on all functions in schema private from public;
