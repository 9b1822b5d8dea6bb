-- Digests: a mail a day or a week, at an hour that the member chose, of unread notifications of chosen topics and, on
-- request, of new threads. A notification belongs to at most one mail: private.notification_mails names it. What exceeds
-- the twenty mails of an hour is no longer left out, but comes an hour later as one summary.

alter table public.notification_settings
  add column digested text[] not null default '{}',
  add column digest text not null default 'off',
  add column digest_day smallint not null default 1,
  add column digest_hour smallint not null default 8,
  add column digest_threads boolean not null default false,
  add constraint notification_settings_digested_known check (
    digested <@ private.notification_topics() and cardinality(digested) <= 10
  ),
  add constraint notification_settings_digest_known check (digest in ('off', 'daily', 'weekly')),
  add constraint notification_settings_digest_day_bounds check (digest_day between 1 and 7),
  add constraint notification_settings_digest_hour_bounds check (digest_hour between 0 and 23);

comment on column public.notification_settings.digested is
  'Topics that come in the digest while unread. What is muted or mailed is not in it.';
comment on column public.notification_settings.digest is 'off, daily or weekly.';
comment on column public.notification_settings.digest_day is 'The day of a weekly digest: 1 is Monday, 7 is Sunday.';
comment on column public.notification_settings.digest_hour is 'The hour of a digest in Indian time.';
comment on column public.notification_settings.digest_threads is
  'The digest names new threads too: by followed members, and in the categories that the member reads.';

grant insert (digested, digest, digest_day, digest_hour, digest_threads),
  update (digested, digest, digest_day, digest_hour, digest_threads)
  on public.notification_settings to authenticated;

create table private.digests (
  user_id uuid not null,
  kind text not null,
  next_at timestamptz not null,
  since timestamptz not null default now(),
  until timestamptz not null default now(),
  letter_id uuid,
  constraint digests_pkey primary key (user_id, kind),
  constraint digests_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint digests_kind_known check (kind in ('digest', 'summary'))
);

comment on table private.digests is
  'When a member gets the next mail of several notifications: a digest again and again, a summary of what exceeded an hour''s mails once.';
comment on column private.digests.letter_id is 'The latest digest, which names new threads from `since` to `until`.';

create index digests_next_at_idx on private.digests (next_at);
create index digests_letter_id_idx on private.digests (letter_id) where letter_id is not null;

-- What waits for a digest or a summary of a member.
create index notification_mails_waiting_idx on private.notification_mails (user_id) where letter_id is null;

comment on column private.notification_mails.due_at is 'infinity: it waits for the member''s digest.';
comment on column private.notification_mails.taken_at is
  'When it was handed to the mailer; without a mail: when it exceeded the limit, and began to wait for a summary.';
comment on column private.notification_mails.letter_id is 'The mail that it belongs to; null: it waits.';

revoke all on private.digests from public, anon, authenticated, service_role;
grant select on private.digests to service_role;

create function private.next_digest(digest text, day smallint, hour smallint, after timestamptz) returns timestamptz
language sql immutable parallel safe strict
begin atomic
  select min(d.at) at time zone 'Asia/Kolkata'
  from (
    select date_trunc('day', next_digest.after at time zone 'Asia/Kolkata')
      + make_interval(days => n.days, hours => next_digest.hour) as at
    from generate_series(0, 7) n (days)
  ) d
  where d.at > next_digest.after at time zone 'Asia/Kolkata'
    and (next_digest.digest = 'daily' or extract(isodow from d.at) = next_digest.day);
end;

comment on function private.next_digest(text, smallint, smallint, timestamptz) is
  'The first time after then at which a daily or weekly digest is due. India has no summer time.';

-- Runs as its owner, like the next: no other role may write the tables.
create function private.schedule_digest() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.digests d where d.user_id = old.user_id;
  elsif new.digest = 'off' then
    delete from private.digests d where d.user_id = new.user_id and d.kind = 'digest';
  else
    insert into private.digests (user_id, kind, next_at)
    values (new.user_id, 'digest', private.next_digest(new.digest, new.digest_day, new.digest_hour, now()))
    on conflict (user_id, kind) do update set next_at = excluded.next_at;
  end if;
  return null;
end
$$;

create trigger schedule_digest
  after insert or delete or update of digest, digest_day, digest_hour on public.notification_settings
  for each row execute function private.schedule_digest();

create function private.digested_topics(member uuid) returns text[]
language sql stable
return coalesce(
  (
    select array(select unnest(s.digested) except select unnest(s.muted) except select unnest(s.mailed))
    from public.notification_settings s where s.user_id = digested_topics.member and s.digest <> 'off'
  ),
  '{}'
);

comment on function private.digested_topics(uuid) is 'The topics of notifications that a member gets in a digest.';

create or replace function private.queue_notification_mail() returns trigger
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

drop trigger queue_mail on public.notifications;
create trigger queue_mail
  after insert on public.notifications
  for each row when (new.thread_id is not null)
  execute function private.queue_notification_mail();

-- Rows are claimed by the update: of two nodes, the one that comes second finds them taken. A member gets at most 20
-- mails an hour; what exceeds them is a summary an hour later.
create or replace function private.take_notification_mails(batch integer) returns setof uuid
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

-- The next time is after now, however long no process was there: a member gets one digest for all that was missed.
create function private.take_digests(batch integer) returns setof uuid
language sql volatile security definer set search_path = ''
as $$
  with due as materialized (
    select d.user_id, d.kind, gen_random_uuid() as letter_id
    from private.digests d
    where d.next_at <= now()
    order by d.next_at
    limit batch
    for update skip locked
  ), filled as (
    update private.notification_mails m
    set taken_at = now(), letter_id = d.letter_id
    from due d
    where m.user_id = d.user_id and m.letter_id is null
      and case d.kind
        when 'digest' then m.taken_at is null and m.due_at = 'infinity'
        else m.taken_at > now() - interval '1 day'
      end
    returning m.letter_id
  ), planned as (
    update private.digests d
    set next_at = private.next_digest(s.digest, s.digest_day, s.digest_hour, now()),
      since = d.until, until = now(), letter_id = x.letter_id
    from due x
    join public.notification_settings s on s.user_id = x.user_id and s.digest <> 'off'
    where d.user_id = x.user_id and d.kind = 'digest' and x.kind = 'digest'
    returning d.letter_id, s.digest_threads
  ), summed as (
    delete from private.digests d using due x
    where d.user_id = x.user_id and d.kind = 'summary' and x.kind = 'summary'
  )
  select f.letter_id from filled f
  union
  select p.letter_id from planned p where p.digest_threads
$$;

comment on function private.take_digests(integer) is
  'Takes the digests and summaries of so many members that are due: the mails that are to be written.';

create or replace function private.stop_notification_mail(member uuid, topic text) returns void
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

revoke execute on all functions in schema private from public;
grant execute on function private.take_digests(integer) to site_jobs;
grant execute on function private.digested_topics(uuid), private.read_categories() to service_role;
