-- Rooms of the live chat, one for each forum category, behind a setting.

alter table public.site_settings add column chat_rooms boolean not null default false;

comment on column public.site_settings.chat_rooms is 'The live chat has a room for each forum category beside the common one.';

grant update (chat_rooms) on public.site_settings to authenticated;

alter table public.chat_messages
  add column category_id uuid,
  add constraint chat_messages_category_id_fkey
    foreign key (category_id) references public.forum_categories (id) on delete cascade;

comment on column public.chat_messages.category_id is 'The category''s room; null for the common one.';

create index chat_messages_category_id_idx on public.chat_messages (category_id, created_at) where category_id is not null;

grant insert (category_id) on public.chat_messages to anon, authenticated;

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

-- Under the writer's policies: what the writer may not read, or what was said in another room, is no parent. A message to
-- one that was deleted meanwhile is posted without it instead of being refused.
create or replace function private.prepare_chat_reply() returns trigger
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

revoke execute on all functions in schema private from public;
