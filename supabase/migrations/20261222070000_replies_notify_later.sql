-- A reply notifies nobody within its own transaction, which holds its thread's row and for which all other replies of the
-- thread wait. It writes one row, and a job notifies those whom it concerns within a second.

-- Without a foreign key, which each reply would check: the job removes the rows of replies that are gone.
create table private.new_replies (
  reply_id uuid not null,
  created_at timestamptz not null default now(),
  constraint new_replies_pkey primary key (reply_id)
);

comment on table private.new_replies is
  'Replies of which nobody was notified yet. Written by private.count_reply, emptied by private.notify_of_replies.';

revoke all on private.new_replies from public, anon, authenticated, service_role;

drop function private.create_notification(uuid, text, uuid, uuid, uuid, integer, text);
create function private.create_notification(
  member uuid, kind text, actor uuid, thread uuid, reply uuid, figure integer default null, detail text default null,
  at timestamptz default now()
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  topic text := private.notification_topic(create_notification.kind);
begin
  if topic is not null and (
    private.is_muted(create_notification.member, topic)
    or exists (
      select from public.threads t
      where t.id = create_notification.thread and private.is_muted_thread(create_notification.member, t)
    )
    or private.is_muted_post(
      create_notification.member, create_notification.actor,
      (select r.content from public.replies r where r.id = create_notification.reply)
    )
  ) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, figure, detail, created_at)
  values (
    create_notification.member, create_notification.kind, create_notification.actor, create_notification.thread,
    create_notification.reply, create_notification.figure, create_notification.detail, create_notification.at
  );
  return true;
end
$$;

drop function private.notify_of_reply(public.replies, uuid, uuid[]);
drop function private.tell_of_reply(uuid, text, public.replies, uuid[]);
drop function private.muting_reply(public.replies, uuid);

-- Runs as its owner, as each function of a job.
create function private.notify_of_replies() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  first_id uuid;
  reply uuid;
begin
  -- Ids are random, so the first from a random id on is one at random.
  foreach first_id in array array[gen_random_uuid(), '00000000-0000-0000-0000-000000000000'] loop
    -- One that is being deleted is left to the next run, because waiting for it could be a deadlock.
    select q.reply_id into reply
    from private.new_replies q
    join public.replies r on r.id = q.reply_id
    join public.threads t on t.id = r.thread_id
    where q.reply_id >= first_id and private.is_due('new_replies', q.reply_id::text)
    order by q.reply_id
    limit 1
    for update of q skip locked
    for key share of r, t skip locked;
    exit when found;
  end loop;
  if reply is null then
    delete from private.new_replies q where not exists (select from public.replies r where r.id = q.reply_id);
    return 0;
  end if;
  return private.attempt('new_replies', reply::text, format('select private.tell_of_reply(%L)', reply));
end
$$;

comment on function private.notify_of_replies() is
  'Notifies whom a new reply concerns (who is answered, named, or wrote the thread) and queues it for followers, taken at random; gives 0 when none waits. Called by a job until then.';

create function private.tell_of_reply(new_reply uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  reply record;
  told uuid[];
  answered uuid;
  member uuid;
begin
  -- One that was hidden meanwhile notifies, too: the policy read_own shows that when the reply is shown again.
  select r.id, r.thread_id, r.author_id, r.parent_id, r.content, t.author_id as thread_author, q.created_at
  into strict reply
  from private.new_replies q
  join public.replies r on r.id = q.reply_id
  join public.threads t on t.id = r.thread_id
  where q.reply_id = tell_of_reply.new_reply;
  told := array[reply.author_id];
  if reply.parent_id is not null then
    select r.author_id into answered from public.replies r where r.id = reply.parent_id;
    if answered is not null and answered <> reply.author_id and private.create_notification(
      answered, 'reply_to_reply', reply.author_id, reply.thread_id, reply.id, at => reply.created_at
    ) then
      told := told || answered;
    end if;
  end if;
  for member in select n from private.record_new_mentions(reply.content, reply.author_id, null, reply.id) n loop
    if member <> all (told) and private.create_notification(
      member, 'mention', reply.author_id, reply.thread_id, reply.id, at => reply.created_at
    ) then
      told := told || member;
    end if;
  end loop;
  if reply.thread_author <> all (told) then
    if exists (
      select
      from public.thread_subscriptions s
      where s.user_id = reply.thread_author and s.thread_id = reply.thread_id and s.created_at <= reply.created_at
    ) then
      perform private.create_notification(
        reply.thread_author, 'reply_to_thread', reply.author_id, reply.thread_id, reply.id, at => reply.created_at
      );
    end if;
    -- Told by this reason or by none.
    told := told || reply.thread_author;
  end if;
  if exists (
    select
    from public.thread_subscriptions s
    where s.thread_id = reply.thread_id and s.user_id <> all (told)
  ) then
    insert into private.reply_outbox (thread_id, reply_id, author_id, told, created_at)
    values (reply.thread_id, reply.id, reply.author_id, told, reply.created_at);
  end if;
  delete from private.new_replies q where q.reply_id = reply.id;
  return 1;
end
$$;

comment on function private.tell_of_reply(uuid) is
  'Notifies whom that reply concerns, and queues it for the followers. The caller has locked its row in new_replies.';

comment on table private.reply_outbox is
  'Replies whose thread''s followers are still to be told. Written by private.notify_of_replies, emptied by private.notify_followers.';

create or replace function private.count_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_category uuid;
  thread_is_hidden boolean;
  thread_is_locked boolean;
begin
  if private.is_shown(new) then
    -- A reply that is taken back and sent again at once has its row already.
    insert into private.new_replies (reply_id) values (new.id)
    on conflict on constraint new_replies_pkey do update set created_at = excluded.created_at;
  end if;

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

  update public.threads
  set reply_count = reply_count + (not new.is_hidden)::integer,
    last_activity = case when new.is_hidden then last_activity else greatest(last_activity, new.created_at) end
  where id = new.thread_id;
  return null;
end
$$;

-- An edit of a reply of which nobody was notified yet notifies nobody: the job does.
create or replace function private.tell_of_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The two tables share no column list: what only one of them has is asked for by name.
  post jsonb := to_jsonb(new);
  thread uuid := case when tg_table_name = 'threads' then new.id else (post ->> 'thread_id')::uuid end;
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  -- Whose words they are: an edit is the editor's. An import has no editor.
  writer uuid := coalesce((select p.id from public.profiles p where p.id = (select auth.uid())), new.author_id);
  member uuid;
begin
  if new.is_hidden or strpos(new.content, '@') = 0 then
    return null;
  end if;
  -- The job that notifies of a new reply reads it as it is then; waits for one that has read it.
  perform from private.new_replies q where q.reply_id = reply for update;
  if found then
    return null;
  end if;
  for member in
    select n from private.record_new_mentions(new.content, writer, case when reply is null then thread end, reply) n
  loop
    perform private.create_notification(member, 'mention', writer, thread, reply);
  end loop;
  return null;
end
$$;

-- A reply of which nobody was notified yet takes over no notification: its own follows.
create or replace function private.hand_on_notifications() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.threads t where t.id = old.thread_id) then
    update public.notifications n
    set reply_id = m.reply_id, actor_id = m.author_id
    from (
      select f.id, later.id as reply_id, later.author_id
      from public.notifications f
      cross join lateral (
        select r.id, r.author_id
        from public.replies r
        where r.thread_id = old.thread_id and (r.created_at, r.id) > (old.created_at, old.id)
          and r.author_id <> f.user_id and not r.is_hidden and not r.is_thread_hidden
          and not exists (select from public.notifications o where o.user_id = f.user_id and o.reply_id = r.id)
          -- Whom that one concerns is still to be found out.
          and not exists (select from private.new_replies q where q.reply_id = r.id)
        order by r.created_at, r.id
        limit 1
      ) later
      where f.reply_id = old.id and f.kind = 'reply_to_followed' and f.read_at is null
    ) m
    where n.id = m.id;
  end if;
  return old;
end
$$;

-- The job takes replies at random, so the earliest is told by its time.
create or replace function private.tell_followers(outbox_id bigint, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  base private.reply_outbox;
  looked integer;
  latest uuid;
begin
  select o.* into base from private.reply_outbox o where o.id = tell_followers.outbox_id;
  -- One pass serves the replies that wait when it begins: in a lively thread nobody is told of more than one.
  if base.last_id is null then
    select max(w.id) into base.last_id
    from (
      select o.id from private.reply_outbox o where o.thread_id = base.thread_id order by o.id limit 50
    ) w;
  end if;
  with followers as materialized (
    select s.user_id, s.created_at,
      private.muted_members(s.user_id) as muted_members, private.muted_words(s.user_id) as muted_words
    from public.thread_subscriptions s
    where s.thread_id = base.thread_id
      and (base.after_follower is null or s.user_id > base.after_follower)
      and exists (select from public.profiles p where p.id = s.user_id and p.user_level <> 'Banned')
      and not exists (
        select from public.notification_settings c where c.user_id = s.user_id and 'follows' = any (c.muted)
      )
      and not exists (
        select from public.threads t where t.id = s.thread_id and private.is_muted_thread(s.user_id, t)
      )
      and not exists (
        select
        from public.notifications n
        where n.user_id = s.user_id and n.thread_id = s.thread_id and n.kind = 'reply_to_followed' and n.read_at is null
      )
    order by s.user_id
    limit tell_followers.batch
  ), waiting as materialized (
    -- The words are made once for all followers, and only if one of them mutes words.
    select o.id, o.reply_id, o.author_id, o.told, o.created_at,
      case when exists (select from followers f where f.muted_words <> '{}') then private.spaced_words(r.content) end
        as words
    from private.reply_outbox o
    join public.replies r on r.id = o.reply_id
    where o.thread_id = base.thread_id and o.id between base.id and base.last_id
      and not r.is_hidden and not r.is_thread_hidden
  ), told as (
    insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id)
    select f.user_id, 'reply_to_followed', w.author_id, base.thread_id, w.reply_id
    from followers f
    cross join lateral (
      select w.author_id, w.reply_id
      from waiting w
      where f.user_id <> all (w.told) and f.created_at <= w.created_at
        and w.author_id <> all (f.muted_members)
        and (f.muted_words = '{}' or not private.has_word(w.words, f.muted_words))
      order by w.created_at, w.id
      limit 1
    ) w
    on conflict (user_id, thread_id) where kind = 'reply_to_followed' and read_at is null do nothing
  )
  select count(*), (array_agg(f.user_id order by f.user_id desc))[1] into looked, latest from followers f;
  if looked < tell_followers.batch then
    delete from private.reply_outbox o where o.thread_id = base.thread_id and o.id between base.id and base.last_id;
  else
    update private.reply_outbox o
    set after_follower = latest, last_id = base.last_id
    where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.notify_of_replies() to service_role, site_jobs;
