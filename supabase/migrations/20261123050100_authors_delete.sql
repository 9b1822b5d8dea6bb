-- Authors delete what they wrote: a reply, a chat message, a discussion. A discussion that somebody else answered is
-- not theirs alone: its text goes, its title and the answers stay ("Deleted by its author").

alter table public.threads add column is_deleted boolean not null default false;
comment on column public.threads.is_deleted is
  'Its author took the text back after others had answered; title and answers stay.';

-- ---------------------------------------------------------------------------------------------------------
-- Who may
-- ---------------------------------------------------------------------------------------------------------

-- Runs as its owner: an answer that moderation hid is somebody's, too.
create function private.is_answered(thread uuid, author uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (
    select from public.replies r
    where r.thread_id = is_answered.thread and r.author_id <> is_answered.author
  )
$$;

comment on function private.is_answered(uuid, uuid) is 'Whether anybody but its author wrote in a discussion.';
grant execute on function private.is_answered(uuid, uuid) to anon, authenticated, service_role;

create or replace function public.can_edit(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_locked and not thread.is_deleted
  and (select private.may_write()))
  or (select private.is_admin());

create or replace function public.can_delete(reply public.replies) returns boolean
language sql stable
return (reply.author_id = (select auth.uid()) and (select private.may_write())) or (select private.is_admin());

create or replace function public.can_delete(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_deleted and (select private.may_write())
  and not private.is_answered(thread.id, thread.author_id))
  or (select private.is_admin());

comment on function public.can_delete(public.threads) is
  'Whether the caller may delete it with all its replies: its author while nobody else answered, and admins.';

create function public.can_withdraw(thread public.threads) returns boolean
language sql stable
return thread.author_id = (select auth.uid()) and not thread.is_deleted and (select private.may_write());

comment on function public.can_withdraw(public.threads) is
  'Whether the caller may take it back: as a whole, or its text where others have answered (withdraw_thread).';

revoke all on function public.can_withdraw(public.threads) from public, anon, authenticated, service_role;
grant execute on function public.can_withdraw(public.threads) to anon, authenticated, service_role;

-- Runs as its owner: who wrote an anonymous message is in a table that no member reads.
create function private.wrote_message(message uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.chat_authors a
    where a.message_id = wrote_message.message and a.user_id = (select auth.uid())
  )
$$;

comment on function private.wrote_message(uuid) is 'Whether the caller wrote an anonymous chat message.';
grant execute on function private.wrote_message(uuid) to anon, authenticated, service_role;

create function public.can_delete(message public.chat_messages) returns boolean
language sql stable
return ((message.user_id = (select auth.uid()) or message.is_anonymous and private.wrote_message(message.id))
  and (select private.may_write()))
  or (select private.is_admin());

comment on function public.can_delete(public.chat_messages) is
  'Whether the caller may delete it: who wrote it, anonymously too, and admins.';

revoke all on function public.can_delete(public.chat_messages) from public, anon, authenticated, service_role;
grant execute on function public.can_delete(public.chat_messages) to anon, authenticated, service_role;

drop policy delete_any_admin on public.chat_messages;
create policy delete_deletable on public.chat_messages
  for delete to authenticated using (public.can_delete(chat_messages));

-- ---------------------------------------------------------------------------------------------------------
-- What deleting does
-- ---------------------------------------------------------------------------------------------------------

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
  'Deletes a discussion that nobody but its author wrote in, and takes the text out of any other: deleted or emptied.';

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
  'The caller''s discussion: ''deleted'' while nobody else wrote in it, otherwise ''emptied'': title and answers stay. PT404 unless it is theirs.';

revoke all on function public.withdraw_thread(uuid) from public, anon, authenticated, service_role;
grant execute on function public.withdraw_thread(uuid) to authenticated;

-- A member who deletes an own message does no act of moderation.
create or replace function private.log_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Sweeping out what has expired is housekeeping.
  if private.is_admin() and old.user_id is distinct from (select auth.uid())
    and old.created_at > now() - interval '12 hours' then
    perform private.log_act('delete', 'chat_messages', old.id, old.username);
  end if;
  return null;
end
$$;

-- ---------------------------------------------------------------------------------------------------------
-- Limits count what was deleted, too
-- ---------------------------------------------------------------------------------------------------------

create table private.deleted_posts (
  id bigint generated always as identity,
  author_id uuid not null,
  is_thread boolean not null,
  created_at timestamptz not null,
  constraint deleted_posts_pkey primary key (id),
  constraint deleted_posts_author_id_fkey foreign key (author_id) references public.profiles (id) on delete cascade
);

comment on table private.deleted_posts is
  'When posts of the last day were written that their authors deleted: deleting gives no further post.';

create index deleted_posts_author_id_idx on private.deleted_posts (author_id, created_at);
revoke all on private.deleted_posts from public, anon, authenticated, service_role;

create function private.count_deleted_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.deleted_posts d
  where d.author_id = old.author_id and d.created_at < now() - interval '1 day';
  insert into private.deleted_posts (author_id, is_thread, created_at)
  values (old.author_id, tg_table_name = 'threads', old.created_at);
  return null;
end
$$;

create trigger count_deleted_post
  after delete on public.threads
  for each row when (old.author_id = auth.uid() and old.created_at > now() - interval '1 day')
  execute function private.count_deleted_post();

create trigger count_deleted_post
  after delete on public.replies
  for each row when (old.author_id = auth.uid() and old.created_at > now() - interval '1 day')
  execute function private.count_deleted_post();

create or replace function private.refuse_flood(is_thread boolean, text_of_post text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  gap interval;
  latest timestamptz;
  posts integer;
  maximum integer;
begin
  -- The service itself, an operator who switched the limits off, and admins are not bound.
  if member is null or not (select c.rate_limits from private.configuration c) or private.is_admin() then
    return;
  end if;
  -- One member's posts take turns, or fifty sent at once would all find the time of the last one long ago.
  perform pg_advisory_xact_lock(hashtextextended(member::text, 7));
  gap := case
    when (select p.created_at from public.profiles p where p.id = member) > now() - interval '1 day'
    then case when is_thread then interval '120 s' else interval '30 s' end
    else case when is_thread then interval '15 s' else interval '5 s' end
  end;
  if is_thread then
    select max(t.created_at) into latest from public.threads t where t.author_id = member;
  else
    select max(r.created_at) into latest from public.replies r where r.author_id = member;
  end if;
  latest := greatest(latest, (
    select max(d.created_at) from private.deleted_posts d
    where d.author_id = member and d.is_thread = refuse_flood.is_thread
  ));
  if latest > clock_timestamp() - gap then
    raise sqlstate 'PT429' using
      message = format('Please wait %s seconds before you post again.',
        ceil(extract(epoch from latest + gap - clock_timestamp()))),
      detail = format('Retry after %s seconds.', ceil(extract(epoch from latest + gap - clock_timestamp())));
  end if;
  if exists (
    select from public.threads t
    where t.author_id = member and t.created_at > now() - interval '5 minutes' and t.content = text_of_post
  ) or exists (
    select from public.replies r
    where r.author_id = member and r.created_at > now() - interval '5 minutes' and r.content = text_of_post
  ) then
    raise sqlstate 'PT429' using
      message = 'You posted the same text a moment ago.', detail = 'Retry after 300 seconds.';
  end if;
  maximum := (select s.max_posts_per_day from public.site_settings s);
  posts := (select count(*) from public.threads t where t.author_id = member and t.created_at > now() - interval '1 day')
    + (select count(*) from public.replies r where r.author_id = member and r.created_at > now() - interval '1 day')
    + (
      select count(*) from private.deleted_posts d
      where d.author_id = member and d.created_at > now() - interval '1 day'
    );
  if posts >= maximum then
    raise sqlstate 'PT429' using
      message = format('You have reached the limit of %s posts a day. Please come back tomorrow.', maximum),
      detail = 'Retry after 3600 seconds.';
  end if;
end
$$;

revoke execute on all functions in schema private from public;
