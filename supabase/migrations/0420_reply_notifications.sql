-- Notifications of replies. The followers of a thread are told after the reply is written, by a job.
--
-- Up to 200 notifications written by the reply itself, while it holds the row of its category, which every other reply
-- of the category waits for, took 140 to 380 ms in a thread of 10,000 followers. The reply writes one row instead, and
-- a job tells all followers, a batch at a time. Those who are meant personally (the author of the reply that is
-- answered, those who are named, at most ten, and the author of the thread) are told at once, before the counters are
-- locked.

create table private.reply_outbox (
  id bigint generated always as identity,
  thread_id uuid not null,
  reply_id uuid not null,
  author_id uuid not null,
  told uuid[] not null,
  last_id bigint,
  after_follower uuid,
  created_at timestamptz not null default now(),
  constraint reply_outbox_pkey primary key (id),
  constraint reply_outbox_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade
);

comment on table private.reply_outbox is
  'Replies whose thread''s followers are still to be told. Written by private.notify_of_reply, emptied by private.notify_followers.';
comment on column private.reply_outbox.told is 'Who was told of this reply at once; its author is among them.';
comment on column private.reply_outbox.last_id is
  'Set when a pass over the followers began with this row: the last row of the thread that the pass covers.';
comment on column private.reply_outbox.after_follower is 'How far the pass came, in the order of the followers'' ids.';

create index reply_outbox_thread_id_idx on private.reply_outbox (thread_id, id);
create index reply_outbox_reply_id_idx on private.reply_outbox (reply_id);

revoke all on private.reply_outbox from public, anon, authenticated, service_role;
revoke all on sequence private.reply_outbox_id_seq from public, anon, authenticated, service_role;

-- At most two rows per reply: the thread's author (while following it), and the author of the reply answered.
create function private.notify_of_reply(reply public.replies, thread_author uuid) returns void
language plpgsql volatile set search_path = ''
as $$
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
      and private.create_notification(answered, 'reply_to_reply', reply.author_id, reply.thread_id, reply.id) then
      told := told || answered;
    end if;
  end if;
  if strpos(reply.content, '@') > 0 then
    for member in select n from private.record_new_mentions(reply.content, reply.author_id, null, reply.id) n loop
      if member <> all (told) and private.create_notification(member, 'mention', reply.author_id, reply.thread_id, reply.id) then
        told := told || member;
      end if;
    end loop;
  end if;
  if thread_author <> all (told) then
    if exists (
      select from public.thread_subscriptions s where s.user_id = thread_author and s.thread_id = reply.thread_id
    ) then
      perform private.create_notification(thread_author, 'reply_to_thread', reply.author_id, reply.thread_id, reply.id);
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

-- Runs as its owner: it reads the subscriptions and settings of all followers, and writes into their lists.
create function private.notify_followers(batch integer default 250) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  base private.reply_outbox;
  looked integer;
  latest uuid;
begin
  select o.* into base from private.reply_outbox o order by o.id limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  -- One pass serves all replies that wait when it begins: in a lively thread nobody is told of more than one.
  if base.last_id is null then
    select max(o.id) into base.last_id from private.reply_outbox o where o.thread_id = base.thread_id;
  end if;
  with followers as materialized (
    select s.user_id, s.created_at
    from public.thread_subscriptions s
    where s.thread_id = base.thread_id
      and (base.after_follower is null or s.user_id > base.after_follower)
      and exists (select from public.profiles p where p.id = s.user_id and p.user_level <> 'Banned')
      and not exists (
        select from public.notification_settings c where c.user_id = s.user_id and 'follows' = any (c.muted)
      )
      and not exists (
        select
        from public.notifications n
        where n.user_id = s.user_id and n.thread_id = s.thread_id and n.kind = 'reply_to_followed' and n.read_at is null
      )
    order by s.user_id
    limit notify_followers.batch
  ), waiting as materialized (
    select o.id, o.reply_id, o.author_id, o.told, o.created_at
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
      order by w.id
      limit 1
    ) w
    on conflict (user_id, thread_id) where kind = 'reply_to_followed' and read_at is null do nothing
  )
  select count(*), (array_agg(f.user_id order by f.user_id desc))[1] into looked, latest from followers f;
  if looked < notify_followers.batch then
    delete from private.reply_outbox o where o.thread_id = base.thread_id and o.id between base.id and base.last_id;
  else
    update private.reply_outbox o
    set after_follower = latest, last_id = base.last_id
    where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

comment on function private.notify_followers(integer) is
  'Tells a batch of the followers of the thread that has waited longest; gives 0 when none waits. Called by a job until then.';

revoke execute on all functions in schema private from public;
grant execute on function private.notify_followers(integer) to service_role, site_jobs;
