-- Two more acts of admins that the log tells of: who is called an expert, and who looked behind an anonymous message.

create function private.log_expert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  expert public.expert_profiles := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_act(
      lower(tg_op), 'expert_profiles', expert.user_id,
      (select p.username from public.profiles p where p.id = expert.user_id), null,
      concat_ws(', ', expert.speciality, expert.registration_number,
        case when expert.verified_at is null then 'not verified' else 'verified' end)
    );
  end if;
  return null;
end
$$;

create trigger log_expert
  after insert or delete on public.expert_profiles
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_expert();

create trigger log_expert_update
  after update of speciality, registration_number, verified_at on public.expert_profiles
  for each row when (
    (old.speciality, old.registration_number, old.verified_at)
    is distinct from (new.speciality, new.registration_number, new.verified_at)
  )
  execute function private.log_expert();

-- Whoever writes anonymously trusts that nobody looks without a trace. It writes, and so is no reading any more.
create or replace function public.chat_message_author(message_id uuid) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author uuid;
begin
  perform private.must_be_admin();
  select a.user_id into author from private.chat_authors a where a.message_id = chat_message_author.message_id;
  if author is not null then
    perform private.log_act('reveal', 'chat_messages', chat_message_author.message_id,
      (select m.username from public.chat_messages m where m.id = chat_message_author.message_id));
    return author;
  end if;
  return (select m.user_id from public.chat_messages m where m.id = chat_message_author.message_id);
end
$$;

comment on function public.chat_message_author(uuid) is
  'For admins: the member who wrote a message, anonymous or not; null for a guest''s. Others get PT403. Looking behind an anonymous one is in the moderation log.';

revoke execute on all functions in schema private from public;
