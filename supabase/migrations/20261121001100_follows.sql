-- Members who follow members.

create table public.follows (
  follower_id uuid not null default auth.uid(),
  followed_id uuid not null,
  created_at timestamptz not null default now(),
  constraint follows_pkey primary key (follower_id, followed_id),
  constraint follows_follower_id_fkey foreign key (follower_id) references public.profiles (id) on delete cascade,
  constraint follows_followed_id_fkey foreign key (followed_id) references public.profiles (id) on delete cascade,
  constraint follows_not_oneself check (follower_id <> followed_id)
);

comment on table public.follows is 'Members who follow members. Both of the two see the row; everybody sees the count of an expert.';
create index follows_followed_id_idx on public.follows (followed_id);

alter table public.follows enable row level security;

create policy read_own on public.follows
  for select to authenticated
  using (follower_id = (select auth.uid()) or followed_id = (select auth.uid()));
create policy insert_own on public.follows
  for insert to authenticated
  with check (follower_id = (select auth.uid()) and (select private.may_write()));
create policy delete_own on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()) and (select private.may_write()));

revoke all on public.follows from public, anon, authenticated, service_role;
grant select, delete on public.follows to authenticated;
grant insert (follower_id, followed_id) on public.follows to authenticated;
grant select, insert, update, delete on public.follows to service_role;
