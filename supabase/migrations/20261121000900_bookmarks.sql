-- Discussions that a member wants to find again. Each row is its member's alone; a banned member still reads
-- them and changes none.

create table public.bookmarks (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  created_at timestamptz not null default now(),
  constraint bookmarks_pkey primary key (user_id, thread_id),
  -- The account, not the profile: two keys that make up a primary key are a junction to PostgREST, and
  -- `threads?select=*,author:profiles(*)` would then be ambiguous.
  constraint bookmarks_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint bookmarks_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table public.bookmarks is 'Discussions that a member wants to find again.';
create index bookmarks_thread_id_idx on public.bookmarks (thread_id);
create index bookmarks_user_id_created_at_idx on public.bookmarks (user_id, created_at desc);

alter table public.bookmarks enable row level security;

create policy read_own on public.bookmarks
  for select to authenticated using (user_id = (select auth.uid()));
create policy insert_own on public.bookmarks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.threads t where t.id = thread_id)
  );
create policy delete_own on public.bookmarks
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

revoke all on public.bookmarks from public, anon, authenticated, service_role;
grant select, delete on public.bookmarks to authenticated;
grant insert (user_id, thread_id) on public.bookmarks to authenticated;
grant select, insert, update, delete on public.bookmarks to service_role;
