-- Threads that a member wants to find again, and threads that a member follows.

create table public.bookmarks (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  created_at timestamptz not null default now(),
  note text,
  remind_at timestamptz,
  constraint bookmarks_pkey primary key (user_id, thread_id),
  -- The account, not the profile: two keys that make up a primary key are a junction to PostgREST, and
  -- `threads?select=*,author:profiles(*)` would then be ambiguous.
  constraint bookmarks_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint bookmarks_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint bookmarks_note_length check (char_length(note) between 1 and 280)
);

comment on table public.bookmarks is 'Threads that a member wants to find again.';
comment on column public.bookmarks.note is 'The member''s own words about it.';
comment on column public.bookmarks.remind_at is 'When the member wants to be reminded; null once that was done.';

create index bookmarks_remind_at_idx on public.bookmarks (remind_at) where remind_at is not null;
create index bookmarks_thread_id_idx on public.bookmarks (thread_id);
create index bookmarks_user_id_created_at_idx on public.bookmarks (user_id, created_at desc);

alter table public.bookmarks enable row level security;

revoke all on public.bookmarks from public, anon, authenticated, service_role;
grant select, delete on public.bookmarks to authenticated;
grant insert (user_id, thread_id, note, remind_at), update (note, remind_at) on public.bookmarks to authenticated;
grant select, insert, update, delete on public.bookmarks to service_role;

create policy read_own on public.bookmarks
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.bookmarks
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_keep())
    and exists (select from public.threads t where t.id = thread_id)
  );

create policy update_own on public.bookmarks
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.bookmarks
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_keep()));

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
  'Threads that a member follows; the author of a thread follows it. A follower is notified of a new reply within seconds, and of no other before that one is read.';

-- A pass goes along the followers of one thread.
create index thread_subscriptions_followers_idx on public.thread_subscriptions (thread_id, user_id);

alter table public.thread_subscriptions enable row level security;

revoke all on public.thread_subscriptions from public, anon, authenticated, service_role;
grant select, delete on public.thread_subscriptions to authenticated;
grant insert (user_id, thread_id, last_read_at) on public.thread_subscriptions to authenticated;
grant update (last_read_at) on public.thread_subscriptions to authenticated;
grant select, insert, update, delete on public.thread_subscriptions to service_role;

create policy read_own on public.thread_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.thread_subscriptions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_keep())
    and exists (select from public.threads t where t.id = thread_id)
  );

create policy update_own on public.thread_subscriptions
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.thread_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_keep()));

create trigger zzz_limit_writes after insert on public.bookmarks
  referencing new table as written
  for each statement execute function private.limit_writes('bookmark', '60', '60', '0', '60');

create trigger zzz_limit_writes after insert on public.thread_subscriptions
  referencing new table as written
  for each statement execute function private.limit_writes('subscription', '60', '60', '0', '60');

create function private.export_member_bookmarks(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(b) || jsonb_build_object('discussion', private.title_for(member, t))
  from public.bookmarks b join public.threads t on t.id = b.thread_id
  where b.user_id = member order by b.created_at, b.thread_id offset skip limit 500;
end;

create function private.export_member_followed_discussions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(s) || jsonb_build_object('discussion', private.title_for(member, t))
  from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
  where s.user_id = member order by s.thread_id offset skip limit 500;
end;

create function private.erase_member_bookmarks(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.bookmarks b
  where b.user_id = member
    and b.thread_id in (select x.thread_id from public.bookmarks x where x.user_id = member limit 500)
  returning 1;
end;

create function private.erase_member_thread_subscriptions(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.thread_subscriptions s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_subscriptions x where x.user_id = member limit 500)
  returning 1;
end;
