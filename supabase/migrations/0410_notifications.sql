-- What happened to a member's own posts, or concerns them: replies, mentions, upvotes, and what moderation did to their
-- posts, reports and level. Rows come from triggers alone; the member reads, marks and deletes them. Which kinds come
-- is each member's setting, except what moderation did. None tells of a post that its reader may not see, or of what a
-- banned member did.

create table public.notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  actor_id uuid,
  thread_id uuid,
  reply_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  figure integer,
  detail text,
  constraint notifications_pkey primary key (id),
  constraint notifications_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint notifications_actor_id_fkey foreign key (actor_id) references public.profiles (id) on delete cascade,
  constraint notifications_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint notifications_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint notifications_kind_known check (kind in (
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'mention', 'upvotes', 'post_hidden', 'post_shown',
    'post_locked', 'post_unlocked', 'post_removed', 'report_resolved', 'report_dismissed', 'level_changed', 'export_ready'
  ))
);

comment on table public.notifications is
  'What concerns a member: answers, mentions, upvotes, and what moderation did. Written by triggers alone.';
comment on column public.notifications.figure is 'upvotes: how many the post has reached.';
comment on column public.notifications.detail is
  'post_removed: the thread''s title; level_changed: the new level; a report: what the admin wrote to it.';
comment on column public.notifications.actor_id is 'Who wrote; null where it is nobody''s business (upvotes, moderation).';

create index notifications_user_id_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create index notifications_actor_id_idx on public.notifications (actor_id);
create index notifications_thread_id_idx on public.notifications (thread_id);
create index notifications_reply_id_idx on public.notifications (reply_id);
-- Of all that is written in a followed thread, its follower gets one notification until they have read that.
create unique index notifications_followed_once on public.notifications (user_id, thread_id)
  where kind = 'reply_to_followed' and read_at is null;
-- Notifications are deleted after half a year (private.prune_notifications).
create index notifications_created_at_idx on public.notifications (created_at);

alter table public.notifications enable row level security;

revoke all on public.notifications from public, anon, authenticated, service_role;
grant select, delete on public.notifications to authenticated;
grant update (read_at) on public.notifications to authenticated;
-- `insert` is not granted: nobody writes into another's list.
grant select, insert, update, delete on public.notifications to service_role;

create policy update_own on public.notifications
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.notifications
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

-- What they lead to is looked up under the reader's own policies: a post that was hidden or is gone takes along
-- whatever was told of it.
create policy read_own on public.notifications
  for select to authenticated
  using (
    user_id = (select auth.uid())
    and (thread_id is null or exists (select from public.threads t where t.id = notifications.thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = notifications.reply_id))
    and not exists (
      select from public.profiles p where p.id = notifications.actor_id and p.user_level = 'Banned'
    )
  );

create table public.notification_settings (
  user_id uuid not null default auth.uid(),
  muted text[] not null default '{}',
  constraint notification_settings_pkey primary key (user_id),
  constraint notification_settings_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint notification_settings_muted_known check (
    muted <@ array['replies', 'follows', 'mentions', 'upvotes'] and cardinality(muted) <= 4
  )
);

comment on table public.notification_settings is
  'Which notifications a member does not want; without a row all come. What moderation did is always told.';
comment on column public.notification_settings.muted is 'replies, follows, mentions, upvotes: those that do not come.';

alter table public.notification_settings enable row level security;

revoke all on public.notification_settings from public, anon, authenticated, service_role;
grant select on public.notification_settings to authenticated;
grant insert (user_id, muted) on public.notification_settings to authenticated;
grant update (muted) on public.notification_settings to authenticated;
-- `delete` is not granted: an empty list says the same.
grant select, insert, update, delete on public.notification_settings to service_role;

create policy read_own on public.notification_settings
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.notification_settings
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy update_own on public.notification_settings
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create function private.is_muted(member uuid, topic text) returns boolean
language sql stable
return exists (
  select from public.notification_settings s where s.user_id = is_muted.member and is_muted.topic = any (s.muted)
);

-- Called by triggers that run as their owner. Returns whether the member got a notification.
create function private.create_notification(
  member uuid, kind text, actor uuid, thread uuid, reply uuid, figure integer default null, detail text default null
) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  topic text := case create_notification.kind
    when 'reply_to_thread' then 'replies' when 'reply_to_reply' then 'replies' when 'reply_to_followed' then 'follows'
    when 'mention' then 'mentions' when 'upvotes' then 'upvotes'
  end;
begin
  if topic is not null and private.is_muted(create_notification.member, topic) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, figure, detail)
  values (create_notification.member, create_notification.kind, create_notification.actor, create_notification.thread, create_notification.reply, create_notification.figure, create_notification.detail);
  return true;
end
$$;

-- `owner` spares every other member's channels the reading, and keeps the key of a deleted row from them.
create function private.publish_notification() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.notifications := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'notifications', 'op', tg_op, 'id', subject.id, 'owner', subject.user_id
  ));
  return null;
end
$$;

create trigger zz_announce
  after insert or update or delete on public.notifications
  for each row execute function private.publish_notification();

-- One unread notification stands for all replies in a followed thread. An older one stays read beside it.
create function private.keep_one_unread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.notifications n
    where n.user_id = new.user_id and n.thread_id = new.thread_id and n.kind = 'reply_to_followed'
      and n.read_at is null and n.id <> new.id
  ) then
    new.read_at := old.read_at;
  end if;
  return new;
end
$$;

create trigger keep_one_unread
  before update of read_at on public.notifications
  for each row when (new.read_at is null and old.read_at is not null and new.kind = 'reply_to_followed')
  execute function private.keep_one_unread();

create function private.prune_notifications() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.notifications
    where id in (
      select n.id
      from public.notifications n
      where n.created_at < now() - interval '180 days'
      order by n.created_at
      -- Each tells its owner's channels that it is gone: a piece at a time.
      limit 1000
    )
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.prune_notifications() is
  'Deletes the oldest notifications, of more than 180 days ago; returns their number. Called by a job.';

revoke execute on all functions in schema private from public;
grant execute on function private.prune_notifications() to service_role, site_jobs;
