-- Authors delete what they wrote. A thread that somebody else answered is not theirs alone: its text goes, its title
-- and the answers stay ("Deleted by its author").

-- Runs as its owner: an answer that moderation hid is somebody's, too. A caller may pass any
-- row to can_delete(threads): of a thread that is not its author's the function says nothing.
create function private.is_answered(thread uuid, author uuid) returns boolean
language sql security definer set search_path = ''
as $$
  select not exists (
    select from public.threads t where t.id = is_answered.thread and t.author_id = is_answered.author
  ) or exists (
    select from public.replies r
    where r.thread_id = is_answered.thread and r.author_id <> is_answered.author
  )
$$;

comment on function private.is_answered(uuid, uuid) is 'Whether anybody but its author wrote in a thread; also true when it is no thread of that author.';

create function public.can_delete(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_deleted and thread.state <> 'hidden'
  and (select private.may_write()) and not private.is_answered(thread.id, thread.author_id))
  or (select private.is_admin());

comment on function public.can_delete(public.threads) is
  'Whether the caller may delete it with all its replies: its author while nobody else answered and moderation has not hidden it, and admins.';

create function public.can_withdraw(thread public.threads) returns boolean
language sql stable
return thread.author_id = (select auth.uid()) and not thread.is_deleted and thread.state <> 'hidden'
  and (select private.may_write());

comment on function public.can_withdraw(public.threads) is
  'Whether the caller may take it back: as a whole, or its text where others have answered (withdraw_thread).';

create function private.delete_or_empty_thread(thread uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  select t.author_id into author from public.threads t where t.id = delete_or_empty_thread.thread for update;
  if not private.is_answered(thread, author) then
    delete from public.threads t where t.id = delete_or_empty_thread.thread;
    return 'deleted';
  end if;
  perform private.seal_thread(t, 'withdrawn') from public.threads t where t.id = delete_or_empty_thread.thread;
  update public.threads t set content = '<p>Deleted by its author.</p>', is_deleted = true
  where t.id = delete_or_empty_thread.thread;
  -- What it said before: earlier versions, the one of a moment ago included, and what told of it.
  delete from public.post_revisions v where v.thread_id = delete_or_empty_thread.thread;
  delete from public.notifications n
  where n.thread_id = delete_or_empty_thread.thread and n.reply_id is null and n.kind in ('mention', 'upvotes');
  delete from private.mentions m where m.thread_id = delete_or_empty_thread.thread;
  return 'emptied';
end
$$;

comment on function private.delete_or_empty_thread(uuid) is
  'Deletes a thread that nobody but its author wrote in, and takes the text out of any other: deleted or emptied.';

-- Runs as its owner: no member is granted is_deleted. It asks what the page asks.
create function public.withdraw_thread(thread uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.threads;
begin
  select t.* into subject from public.threads t
  where t.id = withdraw_thread.thread and t.author_id = (select auth.uid())
  for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Discussion not found';
  end if;
  if not public.can_withdraw(subject) then
    raise sqlstate 'PT403' using message = 'This discussion cannot be deleted.';
  end if;
  return private.delete_or_empty_thread(subject.id);
end
$$;

comment on function public.withdraw_thread(uuid) is
  'The caller''s thread: ''deleted'' while nobody else wrote in it, otherwise ''emptied'': title and answers stay. PT404 unless it is theirs.';

-- What a thread leaves behind when it is deleted: its id, so that its address answers that it is gone (410) and not
-- that it never was, and no other thread gets it. Nothing of what it said.
create table public.deleted_threads (
  id uuid not null,
  deleted_at timestamptz not null default now(),
  constraint deleted_threads_pkey primary key (id)
);

comment on table public.deleted_threads is 'Ids of threads that are deleted for good.';

alter table public.deleted_threads enable row level security;

revoke all on public.deleted_threads from public, anon, authenticated, service_role;
-- Rows come from the trigger alone. Guests may not list the ids and times of all deletions: was_thread_deleted says it of
-- one address.
grant select on public.deleted_threads to authenticated, service_role;

create policy read_any_admin on public.deleted_threads
  for select to authenticated
  using ((select private.is_admin()));

-- Runs as its owner: the member who deletes may not write here.
create function private.record_deleted_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.deleted_threads (id) values (old.id) on conflict do nothing;
  return null;
end
$$;

create trigger record_deleted_thread
  after delete on public.threads
  for each row execute function private.record_deleted_thread();

create policy delete_deletable on public.threads
  for delete to authenticated
  using (public.can_delete(threads));

revoke all on function
  public.can_delete(public.threads), public.can_withdraw(public.threads), public.withdraw_thread(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_answered(uuid, uuid), public.can_delete(public.threads), public.can_withdraw(public.threads)
  to anon, authenticated, service_role;
grant execute on function public.withdraw_thread(uuid) to authenticated;
