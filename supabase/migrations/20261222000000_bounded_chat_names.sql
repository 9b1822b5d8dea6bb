-- A name in the chat is compared with others only if it is short enough to be taken. A guest could make the database compare
-- 20,000 ligatures, which take three seconds, as a member's name could no longer (private.guard_names).

create or replace function private.prepare_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  own_name text;
begin
  new.message := btrim(new.message, E' \t\n\r\f\u000b\u00a0\u3000');
  new.username := btrim(new.username, E' \t\n\r\f\u000b\u00a0\u3000');
  if member is null then
    if (select auth.role()) = 'anon' then
      new.is_anonymous := new.user_id is null;
    end if;
  elsif new.is_anonymous then
    new.user_id := null;
  else
    select p.username into own_name from public.profiles p where p.id = member;
    new.user_id := coalesce(new.user_id, member);
    new.username := coalesce(own_name, new.username);
    return new;
  end if;
  -- The table's checks refuse what is too long, after this trigger: comparing 20,000 characters would take seconds.
  if char_length(new.username) > 30 then
    return new;
  end if;
  -- A name of signs alone has no skeleton and resembles no other.
  if new.is_anonymous and private.name_skeleton(new.username) <> '' then
    if exists (
      select from public.profiles p where private.name_skeleton(p.username) = private.name_skeleton(new.username)
    ) then
      raise sqlstate 'PT422' using message = 'That name belongs to a member. Please choose another.';
    end if;
    if private.is_reserved_name(new.username) and (select auth.role()) in ('anon', 'authenticated') then
      raise sqlstate 'PT422' using message = 'That name is reserved. Please choose another.';
    end if;
  end if;
  return new;
end
$$;
