-- Replies to one thread follow each other from the moment they are counted until they commit. The row of the thread
-- was locked before the reply was checked, indexed and told of, which made a lively thread slower than ten calm ones.
-- The order of locks (0310_threads) stays: the thread, then the profile, then the category.

create or replace function private.prepare_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_of_parent uuid;
  thread_is_locked boolean;
begin
  perform private.enforce_posting_limits(false, new.content);
  if new.parent_id is not null then
    select r.thread_id into thread_of_parent from public.replies r where r.id = new.parent_id for key share;
    if thread_of_parent <> new.thread_id then
      raise sqlstate 'PT422' using message = 'The reply that you answer is in another discussion.';
    end if;
  end if;
  -- Read without a lock; private.count_reply looks again once it holds the row.
  select t.is_hidden, t.is_locked into new.is_thread_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id;
  new.is_thread_hidden := coalesce(new.is_thread_hidden, false); -- no such thread: the foreign key says so
  if thread_is_locked and not new.is_thread_hidden
    and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'This discussion is locked.';
  end if;
  return new;
end
$$;

-- One statement per counter table. The category follows from the thread's reply_count. Whoever has a reason of their own
-- is told before the thread's row is locked.
create or replace function private.count_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_author uuid;
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
begin
  select t.author_id, t.category_id into thread_author, thread_category
  from public.threads t where t.id = new.thread_id;
  perform private.notify_of_reply(new, thread_author);
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', 'INSERT', 'id', new.id,
    'thread_id', new.thread_id, 'category_id', thread_category, 'author_id', new.author_id
  ));

  -- An admin may have hidden or locked the thread since private.prepare_reply read it. The second try, which the API
  -- makes by itself, is judged by what is true then.
  select t.is_hidden, t.is_locked into thread_is_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id for no key update;
  if thread_is_hidden <> new.is_thread_hidden
    or (thread_is_locked and not thread_is_hidden and (select auth.uid()) is not null and not private.is_admin()) then
    raise serialization_failure using message = 'The discussion was changed while you replied. Please try again.';
  end if;

  update public.profiles
  set total_replies = total_replies + 1,
    reputation = reputation + 1,
    last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
  where id = new.author_id and not new.is_hidden;

  update public.threads
  set reply_count = reply_count + (not new.is_hidden)::integer,
    last_activity = case when new.is_hidden then last_activity else greatest(last_activity, new.created_at) end
  where id = new.thread_id;
  return null;
end
$$;
