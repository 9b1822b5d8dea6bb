-- A chat message may reply to another one.

alter table public.chat_messages
  add column reply_to uuid,
  -- A deleted or expired message leaves the replies to it.
  add constraint chat_messages_reply_to_fkey
    foreign key (reply_to) references public.chat_messages (id) on delete set null;

comment on column public.chat_messages.reply_to is 'The message that this one replies to; null when there is none, or it is gone.';

create index chat_messages_reply_to_idx on public.chat_messages (reply_to) where reply_to is not null;

grant insert (reply_to) on public.chat_messages to anon, authenticated;

-- Under the writer's policies: what the writer may not read is no parent. A message to one that was deleted meanwhile is
-- posted without it instead of being refused.
create function private.prepare_chat_reply() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.chat_messages m where m.id = new.reply_to) then
    new.reply_to := null;
  end if;
  return new;
end
$$;

create trigger prepare_chat_reply
  before insert on public.chat_messages
  for each row when (new.reply_to is not null)
  execute function private.prepare_chat_reply();

revoke execute on all functions in schema private from public;
