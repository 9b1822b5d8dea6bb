-- The row that a new reply or vote is counted in is locked before the foreign key to it is checked.
--
-- The check locks the row, too, in a way that others may share. Where it came first, ten members who wrote at a time shared
-- that lock, waited for it all at once instead of in a queue, and made a MultiXact of each other for every reply: a
-- discussion slowed down with its length in minutes, from 380 replies a second to 90. PostgreSQL runs the triggers of a row
-- by name, and those of foreign keys are called RI_….

alter trigger count_reply_insert on public.replies rename to "10_count_reply_insert";
alter trigger count_reaction on public.reactions rename to "10_count_reaction";
alter trigger count_poll_vote on public.poll_votes rename to "10_count_poll_vote";

-- One statement per counter table. The category follows from the thread's reply_count.
create or replace function private.count_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_author uuid;
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
begin
  -- Before anything is stored that refers to the thread: each such row shares a lock of the thread until the commit.
  select t.author_id, t.category_id, t.is_hidden, t.is_locked
  into thread_author, thread_category, thread_is_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id for no key update;
  -- An admin may have hidden or locked the thread since private.prepare_reply read it. The second try, which the API
  -- makes by itself, is judged by what is true then.
  if thread_is_hidden <> new.is_thread_hidden
    or (thread_is_locked and not thread_is_hidden and (select auth.uid()) is not null and not private.is_admin()) then
    raise serialization_failure using message = 'The discussion was changed while you replied. Please try again.';
  end if;

  perform private.notify_of_reply(new, thread_author);
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', 'INSERT', 'id', new.id,
    'thread_id', new.thread_id, 'category_id', thread_category, 'author_id', new.author_id
  ));

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
