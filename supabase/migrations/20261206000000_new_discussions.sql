-- Followers of a member are notified of the member's new threads, by a job: the insert writes one row of
-- private.thread_outbox. The kinds of notifications and the topics that members choose by are defined once, in
-- private.notification_topic and private.notification_topics.

create function private.notification_topics() returns text[]
language sql immutable parallel safe
return '{replies,follows,members,watched,mentions,upvotes}'::text[];

comment on function private.notification_topics() is 'The topics by which a member chooses how notifications come.';

create function private.notification_topic(kind text) returns text
language sql immutable parallel safe
return case kind
  when 'reply_to_thread' then 'replies'
  when 'reply_to_reply' then 'replies'
  when 'reply_accepted' then 'replies'
  when 'reply_to_followed' then 'follows'
  when 'thread_by_followed' then 'members'
  when 'thread_watched' then 'watched'
  when 'mention' then 'mentions'
  when 'upvotes' then 'upvotes'
end;

comment on function private.notification_topic(text) is
  'The topic of a kind of notification; null: it cannot be switched off.';

alter table public.notification_settings
  drop constraint notification_settings_muted_known,
  drop constraint notification_settings_mailed_known,
  add constraint notification_settings_muted_known check (
    muted <@ private.notification_topics() and cardinality(muted) <= 10
  ),
  add constraint notification_settings_mailed_known check (
    mailed <@ private.notification_topics() and 'upvotes' <> all (mailed) and cardinality(mailed) <= 10
  );

comment on column public.notification_settings.muted is
  'Topics that do not come: replies, follows, members, watched, mentions, upvotes.';
comment on column public.notification_settings.mailed is
  'Topics that are mailed too while unread, of the same without upvotes. What is muted is not mailed.';

alter table public.notifications
  drop constraint notifications_kind_known,
  add constraint notifications_kind_known check (kind in (
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'reply_accepted', 'thread_by_followed', 'thread_watched',
    'mention', 'upvotes', 'post_hidden', 'post_shown', 'post_locked', 'post_unlocked', 'post_removed',
    'report_resolved', 'report_dismissed', 'level_changed', 'export_ready'
  ));

create index notifications_new_threads_idx on public.notifications (user_id, created_at)
  where read_at is null and kind in ('thread_by_followed', 'thread_watched');

-- A member's followers are read in the order of their ids, a batch at a time.
drop index public.follows_followed_id_idx;
create index follows_followed_id_idx on public.follows (followed_id, follower_id);

create table private.thread_outbox (
  id bigint generated always as identity not null,
  thread_id uuid not null,
  after_member uuid,
  created_at timestamptz not null default now(),
  constraint thread_outbox_pkey primary key (id),
  constraint thread_outbox_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_outbox is
  'New threads whose followers and watchers are still to be told. Emptied by private.notify_of_new_threads.';
comment on column private.thread_outbox.after_member is 'How far it came, in the order of the members'' ids.';

create index thread_outbox_thread_id_idx on private.thread_outbox (thread_id);

revoke all on private.thread_outbox from public, anon, authenticated, service_role;

-- Runs as its owner: no other role may write the table.
create function private.queue_new_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.follows f where f.followed_id = new.author_id) then
    insert into private.thread_outbox (thread_id) values (new.id);
  end if;
  return null;
end
$$;

create trigger queue_new_thread
  after insert on public.threads
  for each row when (
    new.title <> '' and not new.is_hidden and current_setting('arthachowk.importing', true) is distinct from 'on'
  )
  execute function private.queue_new_thread();

create function private.has_room_for_new_threads(member uuid) returns boolean
language sql stable
begin atomic
  select count(*) < 100 and count(*) filter (where n.created_at > now() - interval '1 hour') < 20
  from (
    select x.created_at
    from public.notifications x
    where x.user_id = has_room_for_new_threads.member
      and x.read_at is null and x.kind in ('thread_by_followed', 'thread_watched')
    order by x.created_at desc
    limit 100
  ) n;
end;

comment on function private.has_room_for_new_threads(uuid) is
  'Whether a member has few enough unread notifications of new threads: 20 of the last hour, 100 in all.';

create function private.notify_of_new_threads(batch integer default 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.thread_outbox;
  thread public.threads;
  looked integer;
  latest uuid;
begin
  select o.* into base from private.thread_outbox o order by o.id limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  select t.* into thread
  from public.threads t
  join public.profiles p on p.id = t.author_id
  where t.id = base.thread_id and not t.is_hidden and not t.is_deleted and p.user_level <> 'Banned';
  if not found then
    delete from private.thread_outbox o where o.id = base.id;
    return 1;
  end if;
  with followers as materialized (
    select f.follower_id as user_id
    from public.follows f
    where f.followed_id = thread.author_id
      and (base.after_member is null or f.follower_id > base.after_member)
    order by f.follower_id
    limit notify_of_new_threads.batch
  ), told as (
    insert into public.notifications (user_id, kind, actor_id, thread_id)
    select f.user_id, 'thread_by_followed', thread.author_id, thread.id
    from followers f
    join public.profiles p on p.id = f.user_id and p.user_level <> 'Banned'
    where not private.is_muted(f.user_id, 'members')
      and private.has_room_for_new_threads(f.user_id)
      -- The opening post may have mentioned them.
      and not exists (select from public.notifications n where n.thread_id = thread.id and n.user_id = f.user_id)
  )
  select count(*), (array_agg(f.user_id order by f.user_id desc))[1] into looked, latest from followers f;
  if looked < notify_of_new_threads.batch then
    delete from private.thread_outbox o where o.id = base.id;
  else
    update private.thread_outbox o set after_member = latest where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

comment on function private.notify_of_new_threads(integer) is
  'Tells a batch of the followers of the author of the thread that has waited longest; gives 0 when none waits. Called by a job until then.';

create or replace function private.create_notification(
  member uuid, kind text, actor uuid, thread uuid, reply uuid, figure integer default null, detail text default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  topic text := private.notification_topic(create_notification.kind);
begin
  if topic is not null and private.is_muted(create_notification.member, topic) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, figure, detail)
  values (create_notification.member, create_notification.kind, create_notification.actor, create_notification.thread, create_notification.reply, create_notification.figure, create_notification.detail);
  return true;
end
$$;

create or replace function private.queue_notification_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  topic text := private.notification_topic(new.kind);
begin
  if topic = any (private.mailed_topics(new.user_id))
    and exists (select from public.site_settings s where s.notification_mail) then
    insert into private.notification_mails (notification_id, user_id, thread_id, topic)
    values (new.id, new.user_id, new.thread_id, topic);
  end if;
  return null;
end
$$;

drop trigger queue_mail on public.notifications;
create trigger queue_mail
  after insert on public.notifications
  for each row when (
    new.thread_id is not null and new.kind in (
      'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'mention', 'thread_by_followed', 'thread_watched'
    )
  )
  execute function private.queue_notification_mail();

revoke execute on all functions in schema private from public;
grant execute on function private.notification_topics() to authenticated, service_role;
grant execute on function private.notify_of_new_threads(integer) to service_role, site_jobs;
