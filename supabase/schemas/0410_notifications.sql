-- What happened to a member's own posts, or concerns them: replies, mentions, upvotes, and what moderation did to their
-- posts, reports and level. Rows come from triggers alone; the member reads, marks and deletes them. Which kinds come
-- is each member's setting, except what moderation did. None tells of a post that its reader may not see, or of what a
-- banned member did.

create function private.notification_topics() returns text[]
language sql immutable parallel safe
return '{replies,mentions,follows,members,watched,upvotes,reminders,wikis}'::text[];

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
  when 'chat_mention' then 'mentions'
  when 'upvotes' then 'upvotes'
  when 'bookmark_reminder' then 'reminders'
  when 'wiki_edited' then 'wikis'
end;

comment on function private.notification_topic(text) is
  'The topic of a kind of notification; null: it cannot be switched off.';

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
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'reply_accepted', 'thread_by_followed',
    'thread_watched', 'mention', 'upvotes', 'post_hidden', 'post_shown',
    'post_locked', 'post_unlocked', 'post_removed', 'report_resolved', 'report_dismissed',
    'level_changed', 'export_ready', 'bookmark_reminder', 'chat_mention', 'wiki_edited',
    'sanctioned', 'sanction_lifted', 'appeal_answered', 'post_published', 'post_refused'
  ))
);

comment on table public.notifications is
  'What concerns a member: answers, mentions, upvotes, and what moderation did. Written by triggers alone.';
comment on column public.notifications.figure is 'upvotes: how many the post has reached.';
comment on column public.notifications.detail is
  'post_removed: the thread''s title; level_changed: the new level; a report: what the admin wrote to it; bookmark_reminder: the bookmark''s note; chat_mention: the room''s slug, null for the common one; sanctioned, sanction_lifted: its kind; appeal_answered: granted or refused; post_refused: why.';
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
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.notifications
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_keep()));

create policy read_own on public.notifications for select to authenticated
  using (
    user_id = (select auth.uid())
    and (
      thread_id is null
      or exists (
        select from public.threads t
        where t.id = notifications.thread_id
          and (
            private.notification_topic(notifications.kind) is null
            or not private.is_muted_thread((select auth.uid()), t)
          )
      )
    )
    and (reply_id is null or exists (select from public.replies r where r.id = notifications.reply_id))
    and not exists (
      select from public.profiles p where p.id = notifications.actor_id and p.user_level = 'Banned'
    )
    and not exists (
      select from public.mutes m where m.user_id = (select auth.uid()) and m.member_id = notifications.actor_id
    )
  );

-- A day's replies are those of a day in India, where the list has its days.
create function public.subject(notification public.notifications) returns text
language sql stable
return case
  when (notification).kind = 'upvotes'
    then 'upvotes of ' || coalesce((notification).reply_id, (notification).thread_id, (notification).id)
  when (notification).kind in ('reply_to_thread', 'reply_to_reply', 'reply_to_followed')
    and (notification).thread_id is not null
    then (notification).kind || ' in ' || (notification).thread_id
      || ' on ' || ((notification).created_at at time zone 'Asia/Kolkata')::date
  else (notification).id::text
end;

comment on function public.subject(public.notifications) is
  'What it shares a row of the list with: the milestones of one post, and a day''s replies in one thread.';

-- Under the caller's policies, but without what administrators alone still read: the bell shows no hidden post. A word may
-- be muted after the notification came.
create function public.excerpt(notification public.notifications) returns text
language sql stable
return (
  select private.plain_excerpt(p.content, 200)
  from (
    select r.content, r.author_id
    from public.replies r
    where r.id = (notification).reply_id and not r.is_hidden and not r.is_thread_hidden
    union all
    select t.content, t.author_id
    from public.threads t
    where (notification).reply_id is null and t.id = (notification).thread_id and not t.is_hidden
  ) p
  where (notification).kind in (
      'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'mention', 'thread_by_followed', 'thread_watched'
    )
    and not private.is_muted_post((select auth.uid()), p.author_id, p.content)
);

comment on function public.excerpt(public.notifications) is
  'What somebody wrote to the caller or where the caller follows: the beginning, in the writer''s own words. Null for a post that is hidden or has a muted word, and for what is told of the caller''s own posts.';

create function public.unread_notifications() returns integer
language sql stable
begin atomic
  select case when count(*) > 99 then 100 else count(distinct u.subject) end
  from (
    select public.subject(n) as subject
    from public.notifications n
    where n.user_id = (select auth.uid()) and n.read_at is null
    limit 100
  ) u;
end;

comment on function public.unread_notifications() is
  'How many rows of the caller''s list are unread; 100 for more than 99 notifications.';

create table public.notification_settings (
  user_id uuid not null default auth.uid(),
  muted text[] not null default '{}',
  mailed text[] not null default '{replies,mentions}',
  hides_content boolean not null default false,
  digested text[] not null default '{}',
  digest text not null default 'off',
  digest_day smallint not null default 1,
  digest_hour smallint not null default 8,
  digest_threads boolean not null default false,
  push_muted text[] not null default '{}',
  language text,
  constraint notification_settings_pkey primary key (user_id),
  constraint notification_settings_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint notification_settings_muted_known check (
    muted <@ private.notification_topics() and cardinality(muted) <= 10
  ),
  constraint notification_settings_mailed_known check (
    mailed <@ private.notification_topics() and 'upvotes' <> all (mailed) and cardinality(mailed) <= 10
  ),
  constraint notification_settings_digested_known check (
    digested <@ private.notification_topics() and cardinality(digested) <= 10
  ),
  constraint notification_settings_push_muted_known check (
    push_muted <@ private.notification_topics() and cardinality(push_muted) <= 10
  ),
  constraint notification_settings_digest_known check (digest in ('off', 'daily', 'weekly')),
  constraint notification_settings_digest_day_bounds check (digest_day between 1 and 7),
  constraint notification_settings_digest_hour_bounds check (digest_hour between 0 and 23),
  constraint notification_settings_language_known check (language in ('en', 'hi'))
);

comment on table public.notification_settings is
  'Which notifications a member does not want; without a row all come. What moderation did is always told.';
comment on column public.notification_settings.muted is
  'Topics that do not come: replies, mentions, follows, members, watched, upvotes, reminders, wikis.';
comment on column public.notification_settings.mailed is
  'Topics that are mailed too while unread, of the same without upvotes. What is muted is not mailed.';
comment on column public.notification_settings.hides_content is
  'The reader shares a phone or mailbox: mails and push name no title, no text and no member.';
comment on column public.notification_settings.digested is
  'Topics that come in the digest while unread. What is muted or mailed is not in it.';
comment on column public.notification_settings.push_muted is
  'Topics that are at the bell and not pushed to the member''s devices. What is muted is not pushed either.';
comment on column public.notification_settings.digest is 'off, daily or weekly.';
comment on column public.notification_settings.digest_day is 'The day of a weekly digest: 1 is Monday, 7 is Sunday.';
comment on column public.notification_settings.digest_hour is 'The hour of a digest in Indian time.';
comment on column public.notification_settings.digest_threads is
  'The digest names new threads too: by followed members, and in the categories that the member reads.';
comment on column public.notification_settings.language is
  'Of pages, mails and push, as the member chose it on any device; null: not yet, so that pages are in that of their address and mails in English.';

alter table public.notification_settings enable row level security;

revoke all on public.notification_settings from public, anon, authenticated, service_role;
grant select on public.notification_settings to authenticated;
grant insert (
  user_id, muted, mailed, hides_content, digested, digest, digest_day, digest_hour, digest_threads, push_muted, language
) on public.notification_settings to authenticated;
grant update (
  muted, mailed, hides_content, digested, digest, digest_day, digest_hour, digest_threads, push_muted, language
) on public.notification_settings to authenticated;
-- `delete` is not granted: an empty list says the same.
grant select, insert, update, delete on public.notification_settings to service_role;

create policy read_own on public.notification_settings
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.notification_settings
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy update_own on public.notification_settings
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create function private.is_muted(member uuid, topic text) returns boolean
language sql stable
return exists (
  select from public.notification_settings s where s.user_id = is_muted.member and is_muted.topic = any (s.muted)
);

create function private.is_pushed(member uuid, topic text) returns boolean
language sql stable
return is_pushed.topic is null or not exists (
  select
  from public.notification_settings s
  where s.user_id = is_pushed.member and is_pushed.topic = any (s.muted || s.push_muted)
);

comment on function private.is_pushed(uuid, text) is
  'Whether a topic goes to a member''s devices; what has no topic always does.';

-- Called by triggers that run as their owner. Returns whether the member got a notification.
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

create index notifications_new_threads_idx on public.notifications (user_id, created_at)
  where read_at is null and kind in ('thread_by_followed', 'thread_watched');

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

create index notifications_chat_mentions_idx on public.notifications (user_id, created_at)
  where kind = 'chat_mention';

create function private.export_member_notifications(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(n) from public.notifications n
  where n.user_id = member order by n.created_at, n.id offset skip limit 500;
end;

create function private.export_member_notification_settings(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
end;

create function private.erase_member_notifications(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.notifications n
  where n.id in (select x.id from public.notifications x where x.user_id = member limit 200)
  returning 1;
end;

create function private.erase_member_notification_settings(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.notification_settings s where s.user_id = member returning 1;
end;

grant execute on function
  private.notification_topics(), private.notification_topic(text)
  to authenticated, service_role;
grant execute on function private.is_pushed(uuid, text) to service_role;
grant execute on function private.prune_notifications() to service_role, site_jobs;
revoke all on function
  public.subject(public.notifications), public.excerpt(public.notifications), public.unread_notifications()
  from public, anon, authenticated, service_role;
grant execute on function
  public.subject(public.notifications), public.excerpt(public.notifications)
  to authenticated, service_role;
grant execute on function public.unread_notifications() to authenticated;
