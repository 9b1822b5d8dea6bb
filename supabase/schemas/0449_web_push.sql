-- Web push: a notification that is still unread after twelve seconds goes to the devices on which its reader asked for it, by
-- the push service of the browser's maker (server/push). The site's switch is off by default.
--
-- An endpoint is an address that a member gives and the server posts to. So only those of the known push services are
-- stored; server/push/endpoint.ts checks the same again before it posts.

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
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.push_subscriptions for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()));

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
  where s.user_id = new.user_id and exists (select from public.site_settings x where x.web_push)
    and private.is_pushed(new.user_id, private.notification_topic(new.kind));
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

create function private.export_member_push_subscriptions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(s) - 'p256dh' - 'auth' - 'session_id' from public.push_subscriptions s
  where s.user_id = member order by s.created_at, s.id offset skip limit 500;
end;

grant execute on function private.take_pushes(integer), private.finish_push(uuid, uuid[], text, integer) to site_jobs;
grant execute on function private.delete_sent_pushes() to service_role, site_jobs;
grant execute on function
  private.renew_push_subscription(text, text, text, text, text), private.push_state()
  to service_role;
