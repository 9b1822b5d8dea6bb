-- What a new member is offered first: three subjects to watch, a face, a hello. Stored here, so it is equal on all devices.

create table public.first_runs (
  user_id uuid not null,
  keeps_figure boolean not null default false,
  said_hello_at timestamptz,
  is_dismissed boolean not null default false,
  created_at timestamptz not null default now(),
  constraint first_runs_pkey primary key (user_id),
  constraint first_runs_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table public.first_runs is 'How far new members came with what they are offered first. Members from before have no row.';
comment on column public.first_runs.keeps_figure is 'The member has no picture by choice.';
comment on column public.first_runs.said_hello_at is 'When the member first wrote in the chat, whose messages are deleted.';

alter table public.first_runs enable row level security;

revoke all on public.first_runs from public, anon, authenticated, service_role;
-- No `insert` and no `delete`: a row comes with its profile, by a trigger.
grant select, update (keeps_figure, is_dismissed) on public.first_runs to authenticated;
grant select, insert, update, delete on public.first_runs to service_role;

create policy read_own on public.first_runs for select to authenticated
  using (user_id = (select auth.uid()));

create policy update_own on public.first_runs for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

-- Runs as its owner: no other role may insert rows.
create function private.begin_first_run() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.first_runs (user_id) select u.id from auth.users u where u.id = new.id on conflict do nothing;
  return null;
end
$$;

create trigger begin_first_run after insert on public.profiles
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.begin_first_run();

-- Runs as its owner: a member does not write said_hello_at.
create function private.note_hello() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.first_runs f set said_hello_at = now() where f.user_id = new.user_id and f.said_hello_at is null;
  return null;
end
$$;

create trigger note_hello after insert on public.chat_messages
  for each row when (new.user_id is not null)
  execute function private.note_hello();

create function public.my_first_run()
returns table (subjects integer, has_face boolean, has_said_hello boolean, is_dismissed boolean)
language sql stable rows 1
begin atomic
  select
    (select count(*) from public.watches w where w.user_id = f.user_id)::integer,
    f.keeps_figure or p.avatar_url is not null,
    f.said_hello_at is not null or p.total_posts + p.total_replies > 0,
    f.is_dismissed
  from public.first_runs f
  join public.profiles p on p.id = f.user_id
  where f.user_id = (select auth.uid())
    -- Nothing of it can be done under a suspension.
    and private.may_keep()
    -- Who has written for weeks needs no introduction.
    and (p.joined_at > now() - interval '14 days' or p.total_posts + p.total_replies = 0);
end;

comment on function public.my_first_run() is
  'How far the caller came with what new members are offered first; no row for who joined before, has written for weeks, or is suspended.';

create function private.export_member_first_steps(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(f) from public.first_runs f where f.user_id = member and skip = 0;
end;

create function private.erase_member_first_runs(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.first_runs f where f.user_id = member returning 1;
end;

revoke all on function public.my_first_run() from public, anon, authenticated, service_role;
grant execute on function public.my_first_run() to authenticated;
