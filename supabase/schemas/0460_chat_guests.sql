-- Guests of the chat: muted by admins, slowed down by a setting.

create table private.chat_guests (
  message_id uuid not null,
  visitor bigint not null,
  constraint chat_guests_pkey primary key (message_id),
  constraint chat_guests_message_id_fkey foreign key (message_id) references public.chat_messages (id) on delete cascade
);

comment on table private.chat_guests is 'Which visitor wrote a guest''s message (private.visitor_hash, which means nothing tomorrow); goes with the message.';

revoke all on private.chat_guests from public, anon, authenticated, service_role;

create table private.chat_mutes (
  visitor bigint not null,
  until timestamptz not null,
  constraint chat_mutes_pkey primary key (visitor)
);

comment on table private.chat_mutes is 'Guests who may not write in the chat for a while.';

revoke all on private.chat_mutes from public, anon, authenticated, service_role;

create unlogged table private.chat_turns (
  writer text not null,
  at timestamptz not null,
  constraint chat_turns_pkey primary key (writer)
);

comment on table private.chat_turns is 'When each writer wrote last, while slow mode is on.';

create index chat_turns_at_idx on private.chat_turns (at);

revoke all on private.chat_turns from public, anon, authenticated, service_role;

-- Slow mode says how long to wait, so that a message that waits is sent then and not a minute later.
-- Runs as its owner: no writer may read who is muted. The row of chat_turns is written before the message, so that a
-- hundred messages in one statement, or at once, are judged one after the other.
create function private.guard_chat() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_guest boolean := (select auth.role()) = 'anon';
  member uuid := (select auth.uid());
  settings record;
  own text;
begin
  if not is_guest and member is null or private.is_admin() then
    return new; -- the service, and administrators
  end if;
  select s.guest_chat, s.chat_gap_seconds into settings from public.site_settings s;
  if is_guest then
    if not settings.guest_chat then
      raise sqlstate 'PT403' using message = 'Guests can read the chat, not write in it. Please sign in.';
    end if;
    if exists (select from private.chat_mutes m where m.visitor = private.visitor_hash() and m.until > now()) then
      raise sqlstate 'PT403' using message = 'You cannot write in the chat for now.';
    end if;
  end if;
  if settings.chat_gap_seconds > 0 then
    delete from private.chat_turns t
    where t.writer in (
      select o.writer from private.chat_turns o where o.at < now() - interval '10 minutes' limit 10 for update skip locked
    );
    own := coalesce(member::text, private.visitor_hash()::text);
    insert into private.chat_turns as t (writer, at)
    values (own, clock_timestamp())
    on conflict (writer) do update set at = excluded.at
      where t.at <= excluded.at - make_interval(secs => settings.chat_gap_seconds);
    if not found then
      raise sqlstate 'PT429' using
        message = format('Slow mode: one message every %s seconds. Please wait a moment.', settings.chat_gap_seconds),
        detail = (
          select format('Retry after %s seconds.',
            greatest(1, ceil(extract(epoch from t.at - clock_timestamp()) + settings.chat_gap_seconds)))
          from private.chat_turns t where t.writer = own
        );
    end if;
  end if;
  return new;
end
$$;

create trigger guard_chat
  before insert on public.chat_messages
  for each row execute function private.guard_chat();

create function private.record_chat_guest() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.chat_guests (message_id, visitor) values (new.id, private.visitor_hash());
  return null;
end
$$;

create trigger record_chat_guest
  after insert on public.chat_messages
  for each row when (new.user_id is null and (auth.jwt() ->> 'role') = 'anon')
  execute function private.record_chat_guest();

-- Runs as its owner: who wrote it is in a table that nobody reads. A mute ends at the latest when the visitor's number
-- does, at the end of the day; a member is banned instead.
create function public.mute_chat_guest(message_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  guest bigint;
begin
  perform private.assert_admin();
  perform private.set_moderation_reason(mute_chat_guest.reason);
  select g.visitor into guest from private.chat_guests g where g.message_id = mute_chat_guest.message_id;
  if guest is null then
    raise sqlstate 'PT404' using message = 'No guest wrote this message, or it is gone.';
  end if;
  delete from private.chat_mutes m where m.until < now();
  insert into private.chat_mutes (visitor, until) values (guest, now() + interval '1 day')
  on conflict (visitor) do update set until = excluded.until;
  perform private.log_action('mute', 'chat_messages', mute_chat_guest.message_id,
    (select m.username from public.chat_messages m where m.id = mute_chat_guest.message_id));
end
$$;

comment on function public.mute_chat_guest(uuid, text) is
  'The guest who wrote a message writes no other today, with a reason for the moderation log. Admins only.';

revoke all on function public.mute_chat_guest(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.mute_chat_guest(uuid, text) to authenticated;
