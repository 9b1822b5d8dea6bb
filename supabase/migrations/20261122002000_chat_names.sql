-- The live chat goes public: a message that is sent twice is one, nothing invisible passes for words, and a guest's
-- name cannot be made to look like a member's with signs that nobody sees.

-- The one id that a client may choose. Sending again after a lost answer meets the primary key instead of making a
-- second message; ids are random, and one that is taken tells nothing.
grant insert (id) on public.chat_messages to anon, authenticated;

-- What PostgreSQL's \s leaves out: the blanks and joiners that take no room, and the letters that are drawn empty.
create function private.visible_part(written text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  normalize(written, nfkc),
  '[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
  '', 'g'
);

comment on function private.visible_part(text) is
  'A text without white space and without what is drawn as nothing, in one spelling for letters that look alike.';

-- Not valid: what was written before expires within 12 hours. Direction marks and control characters in a name would
-- turn the line around it.
alter table public.chat_messages
  add constraint chat_messages_message_visible check (private.visible_part(message) <> '') not valid,
  add constraint chat_messages_username_visible check (
    private.visible_part(username) <> ''
    and username !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]'
  ) not valid;

-- As before, but white space of every kind is trimmed, and names are compared by what is seen of them.
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
  if new.is_anonymous and exists (
    select from public.profiles p where lower(p.username) = lower(private.visible_part(new.username))
  ) then
    raise sqlstate 'PT422' using message = 'That name belongs to a member. Please choose another.';
  end if;
  return new;
end
$$;

revoke execute on all functions in schema private from public;
-- A check is asked under the writer's own role.
grant execute on function private.visible_part(text) to anon, authenticated, service_role;
