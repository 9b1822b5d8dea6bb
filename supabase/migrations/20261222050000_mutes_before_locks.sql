-- Whom a reply may not be told to is found out before its discussion is locked: a long text and hundreds of muted words take
-- their time, in which nobody else's reply waits.

create function private.muting_reply(reply public.replies, thread_author uuid) returns uuid[]
language sql stable set search_path = '' as $$
  with candidates as materialized (
    select c.id
    from (
      select muting_reply.thread_author as id
      union
      select r.author_id from public.replies r where r.id = (muting_reply.reply).parent_id
      union
      select n.member from private.extract_mentions((muting_reply.reply).content) n
    ) c
    where exists (select from public.mutes m where m.user_id = c.id)
  ), text as materialized (
    select private.spaced_words((muting_reply.reply).content) as words
    where exists (select from public.mutes m join candidates c on c.id = m.user_id where m.word is not null)
  )
  select coalesce(array_agg(c.id), '{}')
  from candidates c
  where (muting_reply.reply).author_id = any (private.muted_members(c.id))
    or exists (select from text t where private.has_word(t.words, private.muted_words(c.id)))
    or exists (
      select from public.threads t where t.id = (muting_reply.reply).thread_id and private.is_muted_thread(c.id, t)
    )
$$;
comment on function private.muting_reply(public.replies, uuid) is
  'Who of those that a reply concerns mutes its author, a word in it or its thread. Called before the thread is locked.';
revoke all on function private.muting_reply(public.replies, uuid) from public;

create function private.tell_of_reply(member uuid, kind text, reply public.replies, muting uuid[]) returns boolean
language plpgsql set search_path = '' as $$
begin
  if tell_of_reply.member = any (tell_of_reply.muting)
    or private.is_muted(tell_of_reply.member, private.notification_topic(tell_of_reply.kind)) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id)
  values (
    tell_of_reply.member, tell_of_reply.kind, (tell_of_reply.reply).author_id, (tell_of_reply.reply).thread_id,
    (tell_of_reply.reply).id
  );
  return true;
end
$$;
revoke all on function private.tell_of_reply(uuid, text, public.replies, uuid[]) from public;

drop function private.notify_of_reply(public.replies, uuid);
create function private.notify_of_reply(reply public.replies, thread_author uuid, muting uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  told uuid[] := array[reply.author_id];
  answered uuid;
  member uuid;
begin
  if reply.is_hidden or reply.is_thread_hidden then
    return;
  end if;
  if reply.parent_id is not null then
    select r.author_id into answered from public.replies r where r.id = reply.parent_id;
    if answered is not null and answered <> reply.author_id
      and private.tell_of_reply(answered, 'reply_to_reply', reply, muting) then
      told := told || answered;
    end if;
  end if;
  if strpos(reply.content, '@') > 0 then
    for member in select n from private.record_new_mentions(reply.content, reply.author_id, null, reply.id) n loop
      if member <> all (told) and private.tell_of_reply(member, 'mention', reply, muting) then
        told := told || member;
      end if;
    end loop;
  end if;
  if thread_author <> all (told) then
    if exists (
      select from public.thread_subscriptions s where s.user_id = thread_author and s.thread_id = reply.thread_id
    ) then
      perform private.tell_of_reply(thread_author, 'reply_to_thread', reply, muting);
    end if;
    -- Told by this reason or by none.
    told := told || thread_author;
  end if;
  if exists (
    select
    from public.thread_subscriptions s
    where s.thread_id = reply.thread_id and s.user_id <> all (told)
  ) then
    insert into private.reply_outbox (thread_id, reply_id, author_id, told)
    values (reply.thread_id, reply.id, reply.author_id, told);
  end if;
end
$$;
revoke all on function private.notify_of_reply(public.replies, uuid, uuid[]) from public;

create or replace function private.count_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  thread_author uuid;
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
  muting uuid[] := '{}';
begin
  if not new.is_hidden and not new.is_thread_hidden then
    muting := private.muting_reply(new, (select t.author_id from public.threads t where t.id = new.thread_id));
  end if;

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

  perform private.notify_of_reply(new, thread_author, muting);
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
