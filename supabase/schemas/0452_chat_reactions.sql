-- Reactions to messages of the chat: one of each kind by a member. Who reacted is the member's own business; everybody sees
-- the counts, without the members whom the reader mutes.

-- With an id of its own it is no junction of messages and members, which would make embedding the author ambiguous.
create table public.chat_reactions (
  id uuid not null default gen_random_uuid(),
  message_id uuid not null,
  user_id uuid not null,
  kind text not null,
  created_at timestamptz not null default now(),
  constraint chat_reactions_pkey primary key (id),
  constraint chat_reactions_once unique (message_id, user_id, kind),
  constraint chat_reactions_message_id_fkey
    foreign key (message_id) references public.chat_messages (id) on delete cascade,
  constraint chat_reactions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint chat_reactions_kind_known check (kind in ('agree', 'thanks', 'laugh', 'idea', 'doubt'))
);

comment on table public.chat_reactions is 'Reactions of members to chat messages, one of each kind; they go with the message.';
comment on column public.chat_reactions.kind is 'agree, thanks, laugh, idea or doubt.';

create index chat_reactions_user_id_idx on public.chat_reactions (user_id, created_at);

alter table public.chat_reactions enable row level security;

revoke all on public.chat_reactions from public, anon, authenticated, service_role;
grant select, delete on public.chat_reactions to authenticated;
grant insert (message_id, user_id, kind) on public.chat_reactions to authenticated;
-- `update` is not granted: a reaction is given or taken back. To `anon` nothing is: guests see counts only.
grant select, insert, update, delete on public.chat_reactions to service_role;

create policy read_own on public.chat_reactions
  for select to authenticated using (user_id = (select auth.uid()));

-- The message must be one that the member can see: the lookup runs under the member's own policies.
create policy insert_own on public.chat_reactions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_chat())
    and exists (select from public.chat_messages m where m.id = message_id)
  );

create policy delete_own on public.chat_reactions
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

-- security definer: it counts rows that only their members read, and tells no more than numbers and which are the caller's.
create function public.reaction_counts(message public.chat_messages) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object('kind', k.kind, 'count', k.number, 'own', coalesce(k.is_own, false)) order by k.kind
  )
  from (
    select r.kind, count(*) as number, bool_or(r.user_id = (select auth.uid())) as is_own
    from public.chat_reactions r
    where r.message_id = (message).id and r.user_id <> all (private.muted_members((select auth.uid())))
    group by r.kind
  ) k
$$;

comment on function public.reaction_counts(public.chat_messages) is
  'How many members reacted to a message in which way, without those whom the caller mutes, and whether the caller did; null: nobody.';

-- Open pages learn that the message has changed, and ask for its counts.
create function private.publish_chat_reaction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.chat_reactions := case when tg_op = 'DELETE' then old else new end;
begin
  -- Not for what goes with its message.
  if exists (select from public.chat_messages m where m.id = subject.message_id) then
    perform private.publish_change(jsonb_build_object(
      'table', 'chat_messages', 'op', 'UPDATE', 'id', subject.message_id, 'reacted', true
    ));
  end if;
  return null;
end
$$;

create trigger zz_announce
  after insert or delete on public.chat_reactions
  for each row execute function private.publish_chat_reaction();

create trigger zzz_limit_writes after insert on public.chat_reactions
  referencing new table as written
  for each statement execute function private.limit_writes('chat reaction', '30', '60', '0', '60');

create function private.export_member_chat_reactions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(x) from public.chat_reactions x
  where x.user_id = member order by x.created_at, x.id offset skip limit 500;
end;

create function private.erase_member_chat_reactions(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.chat_reactions x
  where x.id in (select y.id from public.chat_reactions y where y.user_id = member limit 100)
  returning 1;
end;

revoke all on function public.reaction_counts(public.chat_messages) from public, anon, authenticated, service_role;
grant execute on function public.reaction_counts(public.chat_messages) to anon, authenticated, service_role;
