-- Replies and mentions by mail. A notification whose reader wants its kind by mail is noted when it is written, and is
-- taken a minute later with what else waits of its discussion and kind: several replies are one mail. Whether it is
-- still unread, and still readable, is decided when the mail is sent (server/mail/notifications.ts).
--
-- The default is calm: replies to one's own posts and mentions.

create table private.notification_mails (
  notification_id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  topic text not null,
  due_at timestamptz not null default now() + interval '1 minute',
  taken_at timestamptz,
  letter_id uuid,
  constraint notification_mails_pkey primary key (notification_id),
  constraint notification_mails_notification_id_fkey foreign key (notification_id)
    references public.notifications (id) on delete cascade
);

comment on table private.notification_mails is
  'Notifications that are to be mailed, or were. A row goes with its notification.';
comment on column private.notification_mails.taken_at is
  'When it was handed to the mailer; without a mail: when it exceeded the limit, and began to wait for a summary.';
comment on column private.notification_mails.letter_id is 'The mail that it belongs to; null: it waits.';
comment on column private.notification_mails.due_at is 'infinity: it waits for the member''s digest.';

create index notification_mails_due_at_idx on private.notification_mails (due_at) where taken_at is null;
create index notification_mails_user_id_idx on private.notification_mails (user_id, taken_at);

-- What waits for a digest or a summary of a member.
create index notification_mails_waiting_idx on private.notification_mails (user_id) where letter_id is null;
create index notification_mails_letter_id_idx on private.notification_mails (letter_id) where letter_id is not null;

revoke all on private.notification_mails from public, anon, authenticated, service_role;
grant select on private.notification_mails to service_role;

create function private.mailed_topics(member uuid) returns text[]
language sql stable
return coalesce(
  (
    select array(select unnest(s.mailed) except select unnest(s.muted))
    from public.notification_settings s where s.user_id = mailed_topics.member
  ),
  '{replies,mentions}'
);

comment on function private.mailed_topics(uuid) is 'The kinds of notifications that a member gets by mail.';

-- Runs as its owner: no other role may write the table.
create function private.queue_notification_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  topic text := private.notification_topic(new.kind);
  due timestamptz;
begin
  -- An accepted reply is not worth a mail of its own.
  if new.kind <> 'reply_accepted' and topic = any (private.mailed_topics(new.user_id)) then
    due := now() + interval '1 minute';
  elsif topic = any (private.digested_topics(new.user_id)) then
    due := 'infinity';
  end if;
  if due is not null and exists (select from public.site_settings s where s.notification_mail) then
    insert into private.notification_mails (notification_id, user_id, thread_id, topic, due_at)
    values (new.id, new.user_id, new.thread_id, topic, due);
  end if;
  return null;
end
$$;

create trigger queue_mail
  after insert on public.notifications
  for each row when (new.thread_id is not null)
  execute function private.queue_notification_mail();

-- Rows are claimed by the update: of two nodes, the one that comes second finds them taken. A member gets at most 20
-- mails an hour; what exceeds them is a summary an hour later.
create function private.take_notification_mails(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select m.user_id, m.thread_id, m.topic
    from private.notification_mails m
    where m.taken_at is null and m.due_at <= now()
    order by m.due_at
    limit batch
    for update skip locked
  ), letters as (
    select m.user_id, m.thread_id, m.topic,
      (array_agg(m.notification_id order by m.due_at, m.notification_id))[1] as letter,
      row_number() over (partition by m.user_id order by min(m.due_at)) as place
    from private.notification_mails m
    where m.taken_at is null and m.due_at < 'infinity'
      and (m.user_id, m.thread_id, m.topic) in (select d.user_id, d.thread_id, d.topic from due d)
    group by m.user_id, m.thread_id, m.topic
  ), taken as (
    update private.notification_mails m
    set taken_at = now(),
      letter_id = case
        when l.place + (
          select count(distinct x.letter_id)
          from private.notification_mails x
          where x.user_id = l.user_id and x.taken_at > now() - interval '1 hour'
        ) <= 20 then l.letter
      end
    from letters l
    where m.user_id = l.user_id and m.thread_id = l.thread_id and m.topic = l.topic
      and m.taken_at is null and m.due_at < 'infinity'
    returning m.user_id, m.letter_id
  ), summed as (
    insert into private.digests (user_id, kind, next_at)
    select distinct t.user_id, 'summary', now() + interval '1 hour' from taken t where t.letter_id is null
    on conflict (user_id, kind) do nothing
  )
  select distinct t.letter_id from taken t where t.letter_id is not null
$$;

comment on function private.take_notification_mails(integer) is
  'The same of notifications that are to be mailed: the mails that they make up.';

-- Without a session: the link of a mail names the member and the kind, and the server has checked its signature.
create function private.stop_notification_mail(member uuid, topic text) returns void
language sql volatile set search_path = ''
as $$
  insert into public.notification_settings as s (user_id, mailed)
  select p.id, case stop_notification_mail.topic
    when 'all' then '{}' else array_remove('{replies,mentions}', stop_notification_mail.topic)
  end
  from public.profiles p where p.id = stop_notification_mail.member and not p.is_deleted
  on conflict (user_id) do update
  set mailed = case stop_notification_mail.topic
      when 'all' then '{}' else array_remove(s.mailed, stop_notification_mail.topic)
    end,
    digest = case stop_notification_mail.topic when 'digest' then 'off' else s.digest end
$$;

comment on function private.stop_notification_mail(uuid, text) is
  'Ends the mails of one topic for a member; digest: the digest; all: every mail of a notification but the digest.';

grant execute on function private.mailed_topics(uuid), private.stop_notification_mail(uuid, text) to service_role;
grant execute on function private.take_notification_mails(integer) to site_jobs;
