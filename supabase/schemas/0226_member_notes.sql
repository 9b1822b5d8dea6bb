-- What administrators note about a member for each other. The member reads none of it.

create table public.member_notes (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  note text not null,
  created_at timestamptz not null default now(),
  author_id uuid default auth.uid(),
  constraint member_notes_pkey primary key (id),
  constraint member_notes_member_id_fkey foreign key (member_id) references public.profiles (id) on delete cascade,
  constraint member_notes_author_id_fkey foreign key (author_id) references public.profiles (id) on delete set null,
  constraint member_notes_note_length check (char_length(btrim(note)) between 1 and 2000)
);

comment on table public.member_notes is 'What administrators note about a member for each other.';

create index member_notes_member_id_idx on public.member_notes (member_id, created_at desc);
create index member_notes_author_id_idx on public.member_notes (author_id);

alter table public.member_notes enable row level security;

revoke all on public.member_notes from public, anon, authenticated, service_role;
grant select, delete on public.member_notes to authenticated;
grant insert (member_id, note) on public.member_notes to authenticated;
-- `update` is not granted: a note says when it was written.
grant select, insert, update, delete on public.member_notes to service_role;

create policy read_any_admin on public.member_notes
  for select to authenticated using ((select private.is_admin()));

create policy insert_any_admin on public.member_notes
  for insert to authenticated with check ((select private.is_admin()));

create policy delete_any_admin on public.member_notes
  for delete to authenticated using ((select private.is_admin()));

create function private.log_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  noted public.member_notes := case when tg_op = 'DELETE' then old else new end;
begin
  if (select auth.uid()) is not null then
    perform private.log_action(
      case when tg_op = 'DELETE' then 'unnote' else 'note' end, 'profiles', noted.member_id,
      (select p.username from public.profiles p where p.id = noted.member_id), null, left(noted.note, 300)
    );
  end if;
  return null;
end
$$;

create trigger log_note
  after insert or delete on public.member_notes
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_note();
