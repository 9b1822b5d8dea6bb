-- The counters of posts: in the thread, in its author's profile, in its category. The order of locks is in
-- 0310_threads.
--
-- The row that a new reply or vote is counted in is locked before the foreign key to it is checked. The check locks the
-- row, too, in a way that others may share: ten members who write at a time would share that lock, wait for the row all
-- at once instead of in a queue, and make a MultiXact of each other for every reply. A discussion slowed down with its
-- length in minutes, from 380 replies a second to 90. PostgreSQL runs the triggers of a row by name, and those of
-- foreign keys are called RI_…, so these are named 10_count_….
--
-- Members' counters count the replies that guests can read: a reply of a hidden thread is none of them, and gives no
-- reputation.

-- Counts in the author's profile and in the category what appeared, or ceased to be visible. Also runs, nested, when a
-- reply changes reply_count: that is what keeps post_count. Of the replies only the first follow at once.
create function private.count_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown_before integer := 0;
  shown_after integer := case when new.is_hidden then 0 else 1 end;
  posts_before integer := 0;
  posts_after integer := shown_after * (1 + new.reply_count);
begin
  if tg_op = 'INSERT' then
    update public.profiles
    set total_posts = total_posts + shown_after,
      reputation = reputation + 2 * shown_after,
      last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
    where id = new.author_id and shown_after > 0;
    insert into public.thread_subscriptions (user_id, thread_id) values (new.author_id, new.id);
  else
    shown_before := case when old.is_hidden then 0 else 1 end;
    posts_before := shown_before * (1 + old.reply_count);
    if shown_before <> shown_after then
      insert into private.pending_threads as p (thread_id, goal)
      values (new.id, case when new.is_hidden then 'hide' else 'show' end)
      on conflict on constraint pending_threads_pkey do update set goal = excluded.goal, requested_at = excluded.requested_at;
      perform private.hide_replies(new.id, new.is_hidden, 200);
      update public.profiles
      set total_posts = total_posts + shown_after - shown_before,
        reputation = reputation + 2 * (shown_after - shown_before)
      where id = new.author_id;
    end if;
    if new.category_id <> old.category_id then
      perform from public.forum_categories c
      where c.id in (old.category_id, new.category_id) order by c.id for no key update;
      update public.forum_categories
      set thread_count = thread_count - shown_before, post_count = post_count - posts_before
      where id = old.category_id;
      shown_before := 0;
      posts_before := 0;
    end if;
  end if;
  if posts_before <> posts_after then
    update public.forum_categories
    set thread_count = thread_count + shown_after - shown_before,
      post_count = post_count + posts_after - posts_before
    where id = new.category_id;
  end if;
  return null;
end
$$;

create trigger count_thread_update
  after update on public.threads
  for each row when (
    old.reply_count <> new.reply_count
    or old.is_hidden <> new.is_hidden
    or old.category_id <> new.category_id
  )
  execute function private.count_thread();

create trigger count_thread_insert
  after insert on public.threads
  for each row when (new.state <> 'deleted' and current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_thread();

-- What the thread gave to whom is taken back while its rows can still be read: of a short one all at once, of a long
-- one its author's and its votes' share; the replies' share follows with each of them (private.recount_reply).
create function private.uncount_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  at_once constant integer := 100;
begin
  if old.state = 'deleted' then
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

create trigger uncount_thread
  before delete on public.threads
  for each row execute function private.uncount_thread();

-- One statement per counter table. The category follows from the thread's reply_count.
create function private.count_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
begin
  -- Before anything is stored that refers to the thread: each such row shares a lock of the thread until the commit.
  select t.category_id, t.is_hidden, t.is_locked
  into thread_category, thread_is_hidden, thread_is_locked
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

  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', 'INSERT', 'id', new.id,
    'thread_id', new.thread_id, 'category_id', thread_category, 'author_id', new.author_id
  ));

  update public.profiles
  set total_replies = total_replies + 1,
    reputation = reputation + 1,
    last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
  where id = new.author_id and private.is_shown(new);

  -- Nothing is written for a reply that nobody sees: a new version of the row would move it in an answer without an order.
  update public.threads
  set reply_count = reply_count + 1, last_activity = greatest(last_activity, new.created_at)
  where id = new.thread_id and not new.is_hidden;
  return null;
end
$$;

create trigger "10_count_reply_insert"
  after insert on public.replies
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_reply();

-- Hiding, showing again, and deleting: the reverse of counting. The thread's latest activity is looked up only when
-- this was it, at the end of the index.
create function private.recount_reply() returns trigger
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
    'table', 'replies', 'id', subject.id,
    -- One that waited is new to everybody else.
    'op', case when tg_op = 'UPDATE' and subject.created_at > old.created_at then 'INSERT' else tg_op end,
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

-- Before the row is gone: afterwards its upvotes could not be told from those that were deleted with the thread.
create trigger uncount_reply
  before delete on public.replies
  for each row execute function private.recount_reply();

create trigger recount_reply_shown
  after update of is_hidden, state on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.recount_reply();

-- A vote that is deleted with its thread may find an empty row there: it counts nowhere any more.
create function private.count_reaction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vote public.reactions := case when tg_op = 'DELETE' then old else new end;
  delta integer := case when tg_op = 'DELETE' then -1 else 1 end;
  author uuid;
  thread uuid;
begin
  if vote.thread_id is not null then
    update public.threads set upvote_count = upvote_count + delta
    where id = vote.thread_id and state <> 'deleted'
    returning author_id, id into author, thread;
  else
    update public.replies set upvote_count = upvote_count + delta
    where id = vote.reply_id
    returning author_id, thread_id into author, thread;
  end if;
  if not found then
    return null; -- deleted by cascade with its target, where it has been counted
  end if;
  if author <> vote.user_id then
    update public.profiles
    set reputation = reputation + delta * case when vote.thread_id is not null then 10 else 5 end
    where id = author;
  end if;
  -- Nothing of the voter: subscribers learn that a count changed.
  perform private.publish_change(jsonb_strip_nulls(jsonb_build_object(
    'table', 'reactions', 'op', tg_op, 'id', vote.id, 'thread_id', thread, 'reply_id', vote.reply_id,
    'category_id', (select t.category_id from public.threads t where t.id = thread)
  )));
  return null;
end
$$;

create trigger "10_count_reaction"
  after insert or delete on public.reactions
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.count_reaction();

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
