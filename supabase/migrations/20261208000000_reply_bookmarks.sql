-- A member bookmarks replies too. Each bookmark may have a note, and a time at which the member is reminded of it.

alter table public.bookmarks
  add column note text,
  add column remind_at timestamptz,
  add constraint bookmarks_note_length check (char_length(note) between 1 and 280);

comment on column public.bookmarks.note is 'The member''s own words about it.';
comment on column public.bookmarks.remind_at is 'When the member wants to be reminded; null once that was done.';

create index bookmarks_remind_at_idx on public.bookmarks (remind_at) where remind_at is not null;

grant insert (note, remind_at), update (note, remind_at) on public.bookmarks to authenticated;

create policy update_own on public.bookmarks
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

-- A table of its own: a client that asks `bookmarks` for a thread gets one row or none.
create table public.reply_bookmarks (
  user_id uuid not null default auth.uid(),
  reply_id uuid not null,
  note text,
  remind_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reply_bookmarks_pkey primary key (user_id, reply_id),
  -- The account, not the profile: see public.bookmarks.
  constraint reply_bookmarks_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint reply_bookmarks_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint reply_bookmarks_note_length check (char_length(note) between 1 and 280)
);

comment on table public.reply_bookmarks is 'Replies that a member wants to find again.';
comment on column public.reply_bookmarks.note is 'The member''s own words about it.';
comment on column public.reply_bookmarks.remind_at is
  'When the member wants to be reminded; null once that was done.';

create index reply_bookmarks_reply_id_idx on public.reply_bookmarks (reply_id);
create index reply_bookmarks_user_id_created_at_idx on public.reply_bookmarks (user_id, created_at desc);
create index reply_bookmarks_remind_at_idx on public.reply_bookmarks (remind_at) where remind_at is not null;

alter table public.reply_bookmarks enable row level security;

revoke all on public.reply_bookmarks from public, anon, authenticated, service_role;
grant select, delete on public.reply_bookmarks to authenticated;
grant insert (user_id, reply_id, note, remind_at), update (note, remind_at) on public.reply_bookmarks to authenticated;
grant select, insert, update, delete on public.reply_bookmarks to service_role;

create policy read_own on public.reply_bookmarks
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.reply_bookmarks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.replies r where r.id = reply_id)
  );

create policy update_own on public.reply_bookmarks
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.reply_bookmarks
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger zzz_limit_writes after insert on public.reply_bookmarks
  referencing new table as written
  for each statement execute function private.limit_writes('bookmark', '60', '60', '0', '60');

create function private.check_reminder() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.remind_at not between now() - interval '1 minute' and now() + interval '366 days' then
    raise sqlstate 'PT422' using message = 'A reminder must be within the next 366 days.';
  end if;
  return new;
end
$$;

comment on function private.check_reminder() is 'Refuses a reminder in the past, or in more than a year.';

create trigger check_reminder before insert or update of remind_at on public.bookmarks
  for each row when (new.remind_at is not null) execute function private.check_reminder();
create trigger check_reminder before insert or update of remind_at on public.reply_bookmarks
  for each row when (new.remind_at is not null) execute function private.check_reminder();

create function public.my_bookmarks(max_rows integer default 20, skip integer default 0)
returns table (thread_id uuid, reply_id uuid, note text, remind_at timestamptz, created_at timestamptz)
language sql stable rows 20
begin atomic
  select k.thread_id, k.reply_id, k.note, k.remind_at, k.created_at
  from (
    select b.thread_id, null::uuid as reply_id, b.note, b.remind_at, b.created_at
    from public.bookmarks b
    join public.threads t on t.id = b.thread_id
    where b.user_id = (select auth.uid())
    union all
    select r.thread_id, b.reply_id, b.note, b.remind_at, b.created_at
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = (select auth.uid())
  ) k
  order by k.created_at desc, k.thread_id, k.reply_id
  limit least(greatest(max_rows, 0), 100) offset greatest(skip, 0);
end;

comment on function public.my_bookmarks(integer, integer) is
  'The caller''s bookmarks of threads and replies that the caller may read, newest first.';

-- As before, and bookmarked replies. Runs as its owner for the sake of the votes.
create or replace function public.my_figures()
returns table (discussions bigint, replies bigint, upvotes bigint, bookmarks bigint, reputation bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select p.total_posts::bigint, p.total_replies::bigint,
    (select count(*) from public.threads t join public.reactions x on x.thread_id = t.id
     where t.author_id = p.id and x.user_id <> p.id)
    + (select count(*) from public.replies r join public.reactions x on x.reply_id = r.id
       where r.author_id = p.id and x.user_id <> p.id),
    (select count(*) from public.bookmarks b where b.user_id = p.id)
    + (select count(*) from public.reply_bookmarks b where b.user_id = p.id),
    p.reputation::bigint
  from public.profiles p
  where p.id = (select auth.uid())
$$;

create or replace function private.notification_topics() returns text[]
language sql immutable parallel safe
return '{replies,follows,members,watched,mentions,upvotes,reminders}'::text[];

create or replace function private.notification_topic(kind text) returns text
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
  when 'bookmark_reminder' then 'reminders'
end;

comment on column public.notification_settings.muted is
  'Topics that do not come: replies, follows, members, watched, mentions, upvotes, reminders.';

alter table public.notifications
  drop constraint notifications_kind_known,
  add constraint notifications_kind_known check (kind in (
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'reply_accepted', 'thread_by_followed', 'thread_watched',
    'mention', 'upvotes', 'post_hidden', 'post_shown', 'post_locked', 'post_unlocked', 'post_removed',
    'report_resolved', 'report_dismissed', 'level_changed', 'export_ready', 'bookmark_reminder'
  ));

comment on column public.notifications.detail is
  'post_removed: the thread''s title; level_changed: the new level; a report: what the admin wrote to it; bookmark_reminder: the bookmark''s note.';

drop trigger queue_mail on public.notifications;
create trigger queue_mail
  after insert on public.notifications
  for each row when (
    new.thread_id is not null and new.kind in (
      'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'mention', 'thread_by_followed', 'thread_watched',
      'bookmark_reminder'
    )
  )
  execute function private.queue_notification_mail();

-- Runs as its owner: no other role may write notifications.
create function private.send_reminders(batch integer default 100) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  sent integer := 0;
begin
  for due in
    with threads as (
      update public.bookmarks b set remind_at = null
      from (
        select x.user_id, x.thread_id from public.bookmarks x
        where x.remind_at <= now()
        order by x.remind_at limit send_reminders.batch for update skip locked
      ) d
      where b.user_id = d.user_id and b.thread_id = d.thread_id
      returning b.user_id, b.thread_id, null::uuid as reply_id, b.note
    ), replies as (
      update public.reply_bookmarks b set remind_at = null
      from (
        select x.user_id, x.reply_id from public.reply_bookmarks x
        where x.remind_at <= now()
        order by x.remind_at limit send_reminders.batch for update skip locked
      ) d
      where b.user_id = d.user_id and b.reply_id = d.reply_id
      returning b.user_id, b.reply_id, b.note
    )
    select * from threads
    union all
    select b.user_id, r.thread_id, b.reply_id, b.note from replies b join public.replies r on r.id = b.reply_id
  loop
    sent := sent + 1;
    -- The bell and mails read under the member's policies too; this leaves no row of what is hidden.
    if exists (
      select
      from public.threads t
      left join public.replies r on r.id = due.reply_id
      where t.id = due.thread_id
        and (not t.is_hidden or t.author_id = due.user_id)
        and (due.reply_id is null or not r.is_hidden and not r.is_thread_hidden or r.author_id = due.user_id)
    ) and exists (
      select from public.profiles p where p.id = due.user_id and p.user_level <> 'Banned' and not p.is_deleted
    ) then
      perform private.create_notification(due.user_id, 'bookmark_reminder', null, due.thread_id, due.reply_id, null, due.note);
    end if;
  end loop;
  return sent;
end
$$;

comment on function private.send_reminders(integer) is
  'Notifies members of bookmarks whose time has come, a batch at a time, and nobody of hidden posts. Called by a job.';

-- As before, and bookmarked replies.
create or replace function private.erase_belongings(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'avatars'
      -- In byte order `0` comes right after `/`: everything in the folder.
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.chat_messages m
  where m.id in (
    select c.id from public.chat_messages c where c.user_id = member
    union all select a.message_id from private.chat_authors a where a.user_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.bookmarks b
  where b.user_id = member
    and b.thread_id in (select x.thread_id from public.bookmarks x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.reply_bookmarks b
  where b.user_id = member
    and b.reply_id in (select x.reply_id from public.reply_bookmarks x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_subscriptions s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_subscriptions x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_reads s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_reads x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.poll_votes v
  where v.user_id = member
    and v.thread_id in (select x.thread_id from public.poll_votes x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.follows f
  where (f.follower_id, f.followed_id) in (
    select x.follower_id, x.followed_id from public.follows x where x.follower_id = member
    union all select x.follower_id, x.followed_id from public.follows x where x.followed_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.notifications n
  where n.id in (select x.id from public.notifications x where x.user_id = member limit 200);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from private.mentions m
  where m.ctid = any (array(select x.ctid from private.mentions x where x.user_id = member limit 500));
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.notification_settings s where s.user_id = member;
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- As before, and bookmarked replies.
create or replace function private.personal_data(member uuid, section text, skip integer) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page constant integer := 500;
  address text := (select lower(u.email) from auth.users u where u.id = personal_data.member);
begin
  case section
  when 'account' then return query
    select jsonb_build_object(
      'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'has_password', u.encrypted_password is not null,
      'metadata', u.raw_user_meta_data)
    from auth.users u where u.id = member and skip = 0;
  when 'ways_to_sign_in' then return query
    select jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at)
    from auth.identities i where i.user_id = member order by i.created_at, i.id offset skip limit page;
  when 'sessions' then return query
    select jsonb_build_object(
      'created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent)
    from auth.sessions s where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'second_steps' then return query
    select jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at)
    from auth.mfa_factors f where f.user_id = member order by f.created_at, f.id offset skip limit page;
  when 'profile' then return query
    select to_jsonb(p) from public.profiles p where p.id = member and skip = 0;
  when 'expert_profile' then return query
    select to_jsonb(e) from public.expert_profiles e where e.user_id = member and skip = 0;
  when 'roles' then return query
    select to_jsonb(r) from public.user_roles r where r.user_id = member order by r.role offset skip limit page;
  when 'discussions' then return query
    select to_jsonb(t) from public.threads t
    where t.author_id = member order by t.created_at, t.id offset skip limit page;
  when 'replies' then return query
    select to_jsonb(r) || jsonb_build_object('discussion', t.title)
    from public.replies r join public.threads t on t.id = r.thread_id
    where r.author_id = member order by r.created_at, r.id offset skip limit page;
  when 'earlier_versions' then return query
    select to_jsonb(v) from public.post_revisions v
    where v.thread_id in (select t.id from public.threads t where t.author_id = member)
      or v.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by v.created_at, v.id offset skip limit page;
  when 'articles' then return query
    select to_jsonb(b) from public.blog_posts b
    where b.author_id = member order by b.created_at, b.id offset skip limit page;
  when 'upvotes' then return query
    select to_jsonb(x) from public.reactions x
    where x.user_id = member order by x.created_at, x.id offset skip limit page;
  when 'polls' then return query
    select to_jsonb(p) - 'announced_at' from public.polls p join public.threads t on t.id = p.thread_id
    where t.author_id = member order by p.created_at, p.thread_id offset skip limit page;
  when 'poll_votes' then return query
    select to_jsonb(v) || jsonb_build_object('question', p.question, 'option', p.options[v.choice])
    from public.poll_votes v join public.polls p on p.thread_id = v.thread_id
    where v.user_id = member order by v.created_at, v.thread_id offset skip limit page;
  when 'bookmarks' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.bookmarks b join public.threads t on t.id = b.thread_id
    where b.user_id = member order by b.created_at, b.thread_id offset skip limit page;
  when 'bookmarked_replies' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = member order by b.created_at, b.reply_id offset skip limit page;
  when 'followed_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'read_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_reads s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'followed_members' then return query
    select to_jsonb(f) || jsonb_build_object('username', p.username)
    from public.follows f join public.profiles p on p.id = f.followed_id
    where f.follower_id = member order by f.created_at, f.followed_id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'chat_messages' then return query
    select to_jsonb(m) from public.chat_messages m
    where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
    order by m.created_at, m.id offset skip limit page;
  when 'reports' then return query
    select to_jsonb(r) - 'resolved_by' - 'target_author_id' from public.reports r
    where r.reporter_id = member order by r.created_at, r.id offset skip limit page;
  when 'newsletter' then return query
    select to_jsonb(s) from public.newsletter_subscribers s
    where lower(s.email) = address order by s.created_at, s.id offset skip limit page;
  when 'contact_messages' then return query
    select to_jsonb(m) - 'answered_by' from public.contact_messages m
    where m.user_id = member or lower(m.email) = address
    order by m.created_at, m.id offset skip limit page;
  when 'files' then return query
    select jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata)
    from storage.objects o where o.owner_id = member::text order by o.created_at, o.id offset skip limit page;
  when 'exports' then return query
    select to_jsonb(e) from public.data_exports e
    where e.user_id = member order by e.requested_at, e.id offset skip limit page;
  end case;
end
$$;

revoke all on function public.my_bookmarks(integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.my_bookmarks(integer, integer) to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.send_reminders(integer) to service_role, site_jobs;
