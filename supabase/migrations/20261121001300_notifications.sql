-- What happened to a member's own posts. Rows come from triggers alone; the member reads, marks and deletes them.

create table public.notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  actor_id uuid,
  thread_id uuid,
  reply_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_pkey primary key (id),
  constraint notifications_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint notifications_actor_id_fkey foreign key (actor_id) references public.profiles (id) on delete cascade,
  constraint notifications_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint notifications_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint notifications_kind_known check (kind in ('reply_to_thread', 'reply_to_reply'))
);

comment on table public.notifications is 'What happened to a member''s own posts. Written by triggers alone.';
create index notifications_user_id_idx on public.notifications (user_id, created_at desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create index notifications_actor_id_idx on public.notifications (actor_id);
create index notifications_thread_id_idx on public.notifications (thread_id);
create index notifications_reply_id_idx on public.notifications (reply_id);

alter table public.notifications enable row level security;

create policy read_own on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy update_own on public.notifications
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()))
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy delete_own on public.notifications
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_write()));

revoke all on public.notifications from public, anon, authenticated, service_role;
grant select, delete on public.notifications to authenticated;
grant update (read_at) on public.notifications to authenticated;
-- `insert` is not granted: nobody writes into another's list.
grant select, insert, update, delete on public.notifications to service_role;

-- At most two rows per reply: the discussion's author (while following it), and the author of the reply answered.
create function private.notify_of_reply(reply public.replies, thread_author uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  answered uuid;
begin
  if reply.is_hidden then
    return;
  end if;
  if reply.parent_id is not null then
    select r.author_id into answered from public.replies r where r.id = reply.parent_id;
    if answered <> reply.author_id then
      insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id)
      values (answered, 'reply_to_reply', reply.author_id, reply.thread_id, reply.id);
    end if;
  end if;
  if thread_author <> reply.author_id and thread_author is distinct from answered then
    insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id)
    select s.user_id, 'reply_to_thread', reply.author_id, reply.thread_id, reply.id
    from public.thread_subscriptions s
    where s.user_id = thread_author and s.thread_id = reply.thread_id;
  end if;
end
$$;

revoke execute on all functions in schema private from public;
