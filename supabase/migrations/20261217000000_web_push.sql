-- Web push: a notification that is still unread after twelve seconds goes to the devices on which its reader asked for it, by
-- the push service of the browser's maker (server/push). The site's switch is off by default.
--
-- An endpoint is an address that a member gives and the server posts to. So only those of the known push services are
-- stored; server/push/endpoint.ts checks the same again before it posts.

alter table public.site_settings add column web_push boolean not null default false;

comment on column public.site_settings.web_push is
  'Members may get notifications on their devices, by the push services of the browsers'' makers.';

grant update (web_push) on public.site_settings to authenticated;

comment on column public.notification_settings.hides_content is
  'The reader shares a phone or mailbox: mails and push name no title, no text and no member.';

create table public.push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  session_id uuid default (auth.jwt() ->> 'session_id')::uuid,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint_once unique (endpoint),
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references auth.sessions (id) on delete cascade,
  constraint push_subscriptions_endpoint_length check (char_length(endpoint) <= 1000),
  constraint push_subscriptions_endpoint_known check (
    endpoint ~ '^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))/[A-Za-z0-9_.~:/?=&%+-]+$'
  ),
  -- 65 bytes that begin with 4, and 16 bytes.
  constraint push_subscriptions_p256dh_form check (p256dh ~ '^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$'),
  constraint push_subscriptions_auth_form check (auth ~ '^[A-Za-z0-9_-]{21}[AQgw]$')
);

comment on table public.push_subscriptions is
  'Devices on which members get notifications. Only the member can see them.';
comment on column public.push_subscriptions.session_id is
  'The sign-in on that device. When it ends, by the member or otherwise, nothing is pushed there any more.';
comment on column public.push_subscriptions.endpoint is 'Where the browser''s push service takes messages for the device.';
comment on column public.push_subscriptions.p256dh is 'The device''s public key, with which messages are encrypted.';
comment on column public.push_subscriptions.auth is 'A secret that the device shares with the site alone.';

create index push_subscriptions_user_id_idx on public.push_subscriptions (user_id);
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);

alter table public.push_subscriptions enable row level security;

revoke all on public.push_subscriptions from public, anon, authenticated, service_role;
-- No `update`: a device that subscribes again gets a new row. The session is that of the request.
grant select, insert (user_id, endpoint, p256dh, auth), delete on public.push_subscriptions to authenticated;
grant select, insert, update, delete on public.push_subscriptions to service_role;

create policy read_own on public.push_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy insert_own on public.push_subscriptions for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy delete_own on public.push_subscriptions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger limit_rows
  after insert on public.push_subscriptions
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('10', 'You can have push on ten devices. Turn it off on one first.');

create trigger zzz_limit_writes
  after insert on public.push_subscriptions
  referencing new table as written
  for each statement execute function private.limit_writes('push', '20', '3600', '0', '3600');

-- Runs as its owner: a closed account has lost its rights by then.
create function private.forget_push_subscriptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.push_subscriptions s where s.user_id = new.id;
  return null;
end
$$;

create trigger forget_push_subscriptions
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.forget_push_subscriptions();

create table private.notification_pushes (
  notification_id uuid not null,
  subscription_id uuid not null,
  subject text not null,
  due_at timestamptz not null default now() + interval '12 seconds',
  tries smallint not null default 0,
  sent_at timestamptz,
  constraint notification_pushes_pkey primary key (notification_id, subscription_id),
  constraint notification_pushes_notification_id_fkey foreign key (notification_id)
    references public.notifications (id) on delete cascade,
  constraint notification_pushes_subscription_id_fkey foreign key (subscription_id)
    references public.push_subscriptions (id) on delete cascade
);

comment on table private.notification_pushes is
  'Notifications that are to be pushed to a device, or were within the hour. A row goes with its notification and its device.';
comment on column private.notification_pushes.subject is 'Several notifications of the same subject are one message.';
comment on column private.notification_pushes.due_at is
  'When it is sent. While it is being sent: when it is sent again, unless it is known by then how that ended.';

create index notification_pushes_due_at_idx on private.notification_pushes (due_at) where sent_at is null;
create index notification_pushes_subscription_id_idx on private.notification_pushes (subscription_id, sent_at);
create index notification_pushes_sent_at_idx on private.notification_pushes (sent_at) where sent_at is not null;

revoke all on private.notification_pushes from public, anon, authenticated, service_role;

-- Twelve seconds: a reply can be taken back for eight. Runs as its owner, like the next: no other role may write the table.
create function private.queue_notification_push() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.notification_pushes (notification_id, subscription_id, subject)
  select new.id, s.id, concat_ws(' ', new.kind, new.thread_id)
  from public.push_subscriptions s
  where s.user_id = new.user_id and exists (select from public.site_settings x where x.web_push);
  return null;
end
$$;

create trigger queue_push
  after insert on public.notifications
  for each row execute function private.queue_notification_push();

-- Taken rows are due again later: what a process that was killed had taken is sent by another one, and what a push service
-- did not take is tried again after 1, 2, 4, 8 and 16 minutes. A device gets at most 20 messages an hour; what exceeds them
-- stays at the bell.
create function private.take_pushes(batch integer) returns table (subscription_id uuid, ids uuid[])
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select p.subscription_id, p.subject
    from private.notification_pushes p
    where p.sent_at is null and p.due_at <= now()
    order by p.due_at
    limit batch
    for update skip locked
  ), messages as (
    select p.subscription_id, p.subject, max(p.tries) as tries,
      row_number() over (partition by p.subscription_id order by min(p.due_at)) + (
        select count(distinct x.sent_at)
        from private.notification_pushes x
        where x.subscription_id = p.subscription_id and x.sent_at > now() - interval '1 hour'
      ) as place
    from private.notification_pushes p
    where p.sent_at is null and (p.subscription_id, p.subject) in (select d.subscription_id, d.subject from due d)
    group by p.subscription_id, p.subject
  ), dropped as (
    delete from private.notification_pushes p
    using messages m
    where p.subscription_id = m.subscription_id and p.subject = m.subject and p.sent_at is null
      and (m.place > 20 or m.tries >= 6)
  ), taken as (
    update private.notification_pushes p
    set tries = m.tries + 1, due_at = now() + interval '1 minute' * (2 ^ m.tries)
    from messages m
    where p.subscription_id = m.subscription_id and p.subject = m.subject and p.sent_at is null
      and m.place <= 20 and m.tries < 6
    returning p.subscription_id, p.subject, p.notification_id
  )
  select t.subscription_id, array_agg(t.notification_id) from taken t group by t.subscription_id, t.subject
$$;

comment on function private.take_pushes(integer) is
  'Takes notifications that are to be pushed: the messages that they make up, each for a device.';

create function private.finish_push(subscription uuid, ids uuid[], outcome text, wait_seconds integer default 0) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  case outcome
  when 'sent' then
    update private.notification_pushes p set sent_at = clock_timestamp()
    where p.subscription_id = finish_push.subscription and p.notification_id = any (finish_push.ids);
  when 'dropped' then
    delete from private.notification_pushes p
    where p.subscription_id = finish_push.subscription and p.notification_id = any (finish_push.ids);
  when 'gone' then
    delete from public.push_subscriptions s where s.id = finish_push.subscription;
  when 'later' then
    update private.notification_pushes p
    set due_at = greatest(p.due_at, now() + make_interval(secs => least(finish_push.wait_seconds, 3600)))
    where p.subscription_id = finish_push.subscription and p.notification_id = any (finish_push.ids);
  end case;
end
$$;

comment on function private.finish_push(uuid, uuid[], text, integer) is
  'Notes how sending a message ended: sent, dropped, later (in so many seconds or more), or gone: the device has no subscription any more.';

create function private.delete_sent_pushes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from private.notification_pushes p
    where p.ctid = any (array(
      select x.ctid from private.notification_pushes x where x.sent_at < now() - interval '1 hour' limit 1000
    ))
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_sent_pushes() is
  'Forgets what was pushed more than an hour ago; returns the number. Called by a job.';

-- Without a session: a service worker has none. It names the old endpoint and its secret, which only the device and the site know.
create function private.renew_push_subscription(
  old_endpoint text, old_auth text, endpoint text, p256dh text, auth text
) returns boolean
language sql volatile set search_path = ''
as $$
  with renewed as (
    update public.push_subscriptions s
    set endpoint = renew_push_subscription.endpoint, p256dh = renew_push_subscription.p256dh,
      auth = renew_push_subscription.auth
    where s.endpoint = renew_push_subscription.old_endpoint and s.auth = renew_push_subscription.old_auth
      and not exists (select from public.push_subscriptions x where x.endpoint = renew_push_subscription.endpoint)
    returning 1
  )
  select exists (select from renewed)
$$;

comment on function private.renew_push_subscription(text, text, text, text, text) is
  'Replaces a subscription that the browser renewed; false: there is no such subscription.';

-- For System Health: a message that was tried twice was not taken by its push service.
create function private.push_state() returns table (devices integer, delayed integer)
language sql stable security definer set search_path = ''
as $$
  select
    (select count(*)::integer from public.push_subscriptions),
    (select count(distinct (p.subscription_id, p.subject))::integer
     from private.notification_pushes p where p.sent_at is null and p.tries > 1)
  from public.site_settings s where s.web_push
$$;

comment on function private.push_state() is
  'How many devices have push, and how many messages their push services did not take; no row: push is off.';

create or replace function private.personal_data(member uuid, section text, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
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
  when 'wikis' then return query
    select to_jsonb(w) - 'told_at' from public.wiki_posts w
    where w.thread_id in (select t.id from public.threads t where t.author_id = member)
      or w.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by w.created_at, w.id offset skip limit page;
  when 'wiki_edits' then return query
    -- What a version became is what the next one began as, or what the post says now.
    select jsonb_build_object(
      'discussion', t.title, 'thread_id', v.thread_id, 'reply_id', v.reply_id, 'edited_at', v.created_at,
      'content', case when following.id is null then coalesce(r.content, t.content)
        when not following.is_hidden then following.content end)
    from public.post_revisions v
    left join public.replies r on r.id = v.reply_id
    join public.threads t on t.id = coalesce(v.thread_id, r.thread_id)
    left join lateral (
      select n.id, n.content, n.is_hidden from public.post_revisions n
      where (n.thread_id = v.thread_id or n.reply_id = v.reply_id) and n.created_at > v.created_at
      order by n.created_at limit 1
    ) following on true
    where v.editor_id = member and coalesce(r.author_id, t.author_id) <> member
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
  when 'watches' then return query
    select to_jsonb(w) || jsonb_build_object('category', c.name)
    from public.watches w left join public.forum_categories c on c.id = w.category_id
    where w.user_id = member order by w.created_at, w.id offset skip limit page;
  when 'first_steps' then return query
    select to_jsonb(f) from public.first_runs f where f.user_id = member and skip = 0;
  when 'mutes' then return query
    select to_jsonb(m) || jsonb_build_object('category', c.name, 'username', p.username)
    from public.mutes m
    left join public.forum_categories c on c.id = m.category_id
    left join public.profiles p on p.id = m.member_id
    where m.user_id = member order by m.created_at, m.id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'mail_refusals' then return query
    select to_jsonb(r) from public.mail_refusals r where r.user_id = member and skip = 0;
  when 'push_subscriptions' then return query
    select to_jsonb(s) - 'p256dh' - 'auth' - 'session_id' from public.push_subscriptions s
    where s.user_id = member order by s.created_at, s.id offset skip limit page;
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

revoke execute on all functions in schema private from public;
grant execute on function
  private.take_pushes(integer), private.finish_push(uuid, uuid[], text, integer), private.delete_sent_pushes()
  to site_jobs;
grant execute on function
  private.delete_sent_pushes(), private.push_state(),
  private.renew_push_subscription(text, text, text, text, text), private.is_muted(uuid, text)
  to service_role;
