-- Discussions that a member follows. Nothing is written per follower when somebody replies: what is new follows
-- from two dates.

create table public.thread_subscriptions (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  created_at timestamptz not null default now(),
  last_read_at timestamptz not null default now(),
  constraint thread_subscriptions_pkey primary key (user_id, thread_id),
  -- The account, not the profile: two keys that make up a primary key are a junction to PostgREST, and
  -- `threads?select=*,author:profiles(*)` would then be ambiguous.
  constraint thread_subscriptions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint thread_subscriptions_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table public.thread_subscriptions is
  'Discussions that a member follows; whoever starts one follows it. There is something new when last_activity is later than last_read_at: a reply writes nothing per follower.';
create index thread_subscriptions_thread_id_idx on public.thread_subscriptions (thread_id);

alter table public.thread_subscriptions enable row level security;

create policy read_own on public.thread_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy insert_own on public.thread_subscriptions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_write())
    and exists (select from public.threads t where t.id = thread_id)
  );
create policy update_own on public.thread_subscriptions
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy delete_own on public.thread_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

revoke all on public.thread_subscriptions from public, anon, authenticated, service_role;
grant select, delete on public.thread_subscriptions to authenticated;
grant insert (user_id, thread_id, last_read_at) on public.thread_subscriptions to authenticated;
grant update (last_read_at) on public.thread_subscriptions to authenticated;
grant select, insert, update, delete on public.thread_subscriptions to service_role;
