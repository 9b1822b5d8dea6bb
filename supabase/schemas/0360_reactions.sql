-- Upvotes: one by a member on a thread or on a reply. Who voted is the voter's own business; everybody sees the count
-- in the row that was voted for.
--
-- A vote locks what it is for when it is counted, not when it is checked: members who vote in one discussion would wait
-- for each other's whole statements. The lock of the foreign key, which comes first, does not conflict with that of
-- counting (`for key share` and `for no key update`). Only a deletion of the discussion at the same moment can make the
-- two wait for each other: PostgreSQL then ends one with 40P01, and the API tries it again.

create table public.reactions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  thread_id uuid,
  reply_id uuid,
  reaction_type text not null default 'upvote',
  created_at timestamptz not null default now(),
  constraint reactions_pkey primary key (id),
  constraint reactions_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint reactions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint reactions_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint reactions_one_target check (num_nonnulls(thread_id, reply_id) = 1),
  constraint reactions_reaction_type_known check (reaction_type in ('upvote')),
  constraint reactions_thread_once unique (thread_id, user_id, reaction_type),
  constraint reactions_reply_once unique (reply_id, user_id, reaction_type)
);

comment on table public.reactions is 'Upvotes, one per member and target.';
comment on column public.reactions.thread_id is 'The thread that was voted for; exactly one of this and reply_id is set.';

create index reactions_user_id_idx on public.reactions (user_id, created_at desc);

alter table public.reactions enable row level security;

revoke all on public.reactions from public, anon, authenticated, service_role;
grant select, delete on public.reactions to authenticated;
grant insert (user_id, thread_id, reply_id, reaction_type) on public.reactions to authenticated;
-- `update` is not granted: a vote is cast or taken back. To `anon` nothing is: guests see counts only.
grant select, insert, update, delete on public.reactions to service_role;

create policy read_own on public.reactions
  for select to authenticated
  using (user_id = (select auth.uid()));

-- The target must be one that the member can see: the two lookups run under the member's own policies.
create policy insert_own on public.reactions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and (thread_id is null or exists (select from public.threads t where t.id = thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = reply_id))
  );

create policy delete_own on public.reactions
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

-- Named so that it fires last: its row is the last lock that a statement takes.
create trigger zzz_limit_writes after insert on public.reactions
  referencing new table as written
  for each statement execute function private.limit_writes('vote', '60', '60', '0', '60');

create function private.export_member_upvotes(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(x) from public.reactions x
  where x.user_id = member order by x.created_at, x.id offset skip limit 500;
end;
