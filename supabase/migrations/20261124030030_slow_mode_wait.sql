-- Slow mode says how long to wait, so that a message that waits is sent then and not a minute later.

create or replace function private.guard_chat() returns trigger
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

revoke execute on all functions in schema private from public;
