-- Notifications of replies. A reply notifies nobody within its own transaction, which holds its thread's row and for which
-- all other replies of the thread wait: up to 200 notifications took 140 to 380 ms in a thread of 10,000 followers. It
-- writes one row of private.new_replies, and a job notifies within a second those whom it concerns personally (the author
-- of the reply that is answered, those who are named, at most ten, and the author of the thread), and then the followers,
-- a batch at a time.
--
-- A follower has one unread notification for all replies of a thread. If the reply that it names is deleted, it names the
-- next one that the follower would have heard of, instead of going with the reply.

-- Without a foreign key, which each reply would check: the job removes the rows of replies that are gone.
create table private.new_replies (
  reply_id uuid not null,
  created_at timestamptz not null default now(),
  constraint new_replies_pkey primary key (reply_id)
);

comment on table private.new_replies is
  'Replies of which nobody was notified yet. Written by private.count_reply, emptied by private.notify_of_replies.';

create table private.reply_outbox (
  id bigint generated always as identity,
  thread_id uuid not null,
  reply_id uuid not null,
  author_id uuid not null,
  told uuid[] not null,
  last_id bigint,
  after_follower uuid,
  created_at timestamptz not null default now(),
  constraint reply_outbox_pkey primary key (id)
);

comment on table private.reply_outbox is
  'Replies whose thread''s followers are still to be told. Written by private.notify_of_replies, emptied by private.notify_followers.';
comment on column private.reply_outbox.told is 'Who was told of this reply at once; its author is among them.';
comment on column private.reply_outbox.last_id is
  'Set when a pass over the followers began with this row: the last row of the thread that the pass covers.';
comment on column private.reply_outbox.after_follower is 'How far the pass came, in the order of the followers'' ids.';

create index reply_outbox_thread_id_idx on private.reply_outbox (thread_id, id);

revoke all on private.reply_outbox from public, anon, authenticated, service_role;
revoke all on sequence private.reply_outbox_id_seq from public, anon, authenticated, service_role;

-- Runs as its owner: it reads the subscriptions and settings of all followers, and writes into their lists.
-- A row that fails is met at random: it holds up nobody behind it.
create function private.notify_followers(batch integer default 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.reply_outbox;
begin
  -- Of a thread at random, the first row: it says how far a pass came.
  select o.* into base
  from private.reply_outbox o
  where not exists (select from private.reply_outbox e where e.thread_id = o.thread_id and e.id < o.id)
    and private.is_due('reply_outbox', o.thread_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'reply_outbox', base.thread_id::text,
    format('select private.tell_followers(%L, %s)', base.id, notify_followers.batch)
  );
end
$$;

comment on function private.notify_followers(integer) is
  'Tells a batch of the followers of a thread whose replies wait, taken at random; gives 0 when none waits. Called by a job until then.';

-- The job takes replies at random, so the earliest is told by its time.
create function private.tell_followers(outbox_id bigint, batch integer) returns bigint
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

comment on function private.tell_followers(bigint, integer) is
  'Tells a batch of the followers of the thread of that row, which the caller has locked.';

-- Runs as its owner: nobody writes others' notifications. Not when the whole thread is deleted.
-- A reply of which nobody was notified yet takes over no notification: its own follows.
create function private.hand_on_notifications() returns trigger
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

create trigger hand_on_notifications
  before delete on public.replies
  for each row execute function private.hand_on_notifications();

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

revoke all on private.new_replies from public, anon, authenticated, service_role;

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

grant execute on function private.notify_followers(integer), private.notify_of_replies() to service_role, site_jobs;
