-- Digests: a mail a day or a week, at an hour that the member chose, of unread notifications of chosen topics and, on
-- request, of new threads. A notification belongs to at most one mail: private.notification_mails names it. What exceeds
-- the twenty mails of an hour comes an hour later as one summary.

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

grant execute on function private.digested_topics(uuid) to service_role;
grant execute on function private.take_digests(integer) to site_jobs;
