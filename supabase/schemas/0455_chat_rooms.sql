-- In the chat a message may reply to another one, each forum category may have a room (behind a setting), and a mention
-- notifies the member.

-- Under the writer's policies: what the writer may not read, or what was said in another room, is no parent. A message to
-- one that was deleted meanwhile is posted without it instead of being refused.
create function private.prepare_chat_reply() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (
    select from public.chat_messages m
    where m.id = new.reply_to and m.category_id is not distinct from new.category_id
  ) then
    new.reply_to := null;
  end if;
  return new;
end
$$;

create trigger prepare_chat_reply
  before insert on public.chat_messages
  for each row when (new.reply_to is not null)
  execute function private.prepare_chat_reply();

create function private.check_chat_room() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not (select s.chat_rooms from public.site_settings s) then
    raise sqlstate 'PT403' using message = 'The chat has no rooms at the moment. Please write in the common one.';
  end if;
  return new;
end
$$;

create trigger check_chat_room
  before insert on public.chat_messages
  for each row when (new.category_id is not null)
  execute function private.check_chat_room();

-- Runs as its owner: no other role may write notifications.
create function private.notify_chat_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named uuid;
begin
  for named in
    select n.member
    from private.extract_mentions(replace(replace(new.message, '&', '&amp;'), '<', '&lt;')) n
    where n.member <> new.user_id
      -- One ring a minute by one member, and five in all: the bell still says that there is something.
      and (
        select count(*) < 5 and count(*) filter (where x.actor_id = new.user_id) = 0
        from public.notifications x
        where x.user_id = n.member and x.kind = 'chat_mention' and x.created_at > now() - interval '1 minute'
      )
    order by n.place
    limit 5
  loop
    perform private.create_notification(
      named, 'chat_mention', new.user_id, null, null, null,
      (select c.slug from public.forum_categories c where c.id = new.category_id)
    );
  end loop;
  return null;
end
$$;

-- Guests, and members who write anonymously, ring nobody's bell: nobody could answer for it.
create trigger notify_chat_mentions after insert on public.chat_messages
  for each row when (new.user_id is not null and strpos(new.message, '@') > 0)
  execute function private.notify_chat_mentions();
