-- Answers in a discussion, oldest first. A reply may answer another one; when that one goes, it stays.

create table public.replies (
  id uuid not null default gen_random_uuid(),
  thread_id uuid not null,
  parent_id uuid,
  author_id uuid not null,
  content text not null,
  is_hidden boolean not null default false,
  is_thread_hidden boolean not null default false,
  upvote_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint replies_pkey primary key (id),
  constraint replies_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint replies_parent_id_fkey foreign key (parent_id) references public.replies (id) on delete set null,
  constraint replies_author_id_fkey foreign key (author_id) references public.profiles (id) on delete cascade,
  constraint replies_content_length check (
    char_length(content) <= 80000 and private.text_length(content) between 2 and 20000
  )
) with (fillfactor = 90);

comment on table public.replies is 'Answers in a discussion.';
comment on column public.replies.parent_id is 'The reply of the same discussion that this one answers, if any.';
comment on column public.replies.content is 'HTML, sanitised by the server before it comes here.';
comment on column public.replies.is_hidden is 'Taken from view by moderation: only its author and admins see it.';

comment on column public.replies.is_thread_hidden is
  'Its discussion is hidden; kept by triggers, so that the policy need not look up the discussion for every reply.';

create index replies_thread_list_idx on public.replies (thread_id, created_at, id);
create index replies_author_id_idx on public.replies (author_id, created_at desc);
create index replies_created_at_idx on public.replies (created_at desc, id);
create index replies_parent_id_idx on public.replies (parent_id) where parent_id is not null;

-- ---------------------------------------------------------------------------------------------------------
-- What the viewer may do
-- ---------------------------------------------------------------------------------------------------------

-- Runs as its owner, so that whether a discussion is locked can be asked from any place; it tells nothing else.
create function private.takes_replies(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.threads t where t.id = takes_replies.thread_id and not t.is_locked and not t.is_hidden
  )
$$;

create function public.can_edit(reply public.replies) returns boolean
language sql stable
return (
  reply.author_id = (select auth.uid())
  and (select private.may_write())
  and private.takes_replies(reply.thread_id)
) or (select private.is_admin());

create function public.can_delete(reply public.replies) returns boolean
language sql stable
return (select private.is_admin());

comment on function public.can_edit(public.replies) is 'Whether the caller may change its text.';
comment on function public.can_delete(public.replies) is 'Whether the caller may delete it.';

-- ---------------------------------------------------------------------------------------------------------
-- Row security
-- ---------------------------------------------------------------------------------------------------------

alter table public.replies enable row level security;

-- A hidden discussion hides its replies: the address of one must not open a side door.
create policy read_visible on public.replies
  for select to anon
  using (not is_hidden and not is_thread_hidden);

create policy read_visible_or_own on public.replies
  for select to authenticated
  using (
    (not is_hidden and not is_thread_hidden)
    or author_id = (select auth.uid())
    or (select private.is_admin())
  );

create policy insert_own on public.replies
  for insert to authenticated
  with check (
    author_id = (select auth.uid())
    and (select private.may_write())
    and (private.takes_replies(thread_id) or (select private.is_admin()))
  );

create policy update_editable on public.replies
  for update to authenticated
  using (public.can_edit(replies))
  with check (author_id = (select auth.uid()) or (select private.is_admin()));

create policy delete_deletable on public.replies
  for delete to authenticated
  using (public.can_delete(replies));

revoke all on public.replies from public, anon, authenticated, service_role;
grant select on public.replies to anon, authenticated;
grant insert (content, thread_id, author_id, parent_id) on public.replies to authenticated;
-- is_hidden is for admins (private.guard_reply). A reply never moves: thread_id and parent_id are not granted.
grant update (content, is_hidden, updated_at) on public.replies to authenticated;
grant delete on public.replies to authenticated;
grant select, insert, update, delete on public.replies to service_role;

revoke all on function public.can_edit(public.replies), public.can_delete(public.replies)
  from public, anon, authenticated, service_role;
grant execute on function public.can_edit(public.replies), public.can_delete(public.replies)
  to anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.takes_replies(uuid) to anon, authenticated, service_role;

-- ---------------------------------------------------------------------------------------------------------
-- Triggers
-- ---------------------------------------------------------------------------------------------------------

-- Takes the locks in their order (see the chapter on threads) and the two bounds that no constraint can say.
create function private.prepare_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_of_parent uuid;
  thread_is_locked boolean;
begin
  perform private.refuse_flood(false, new.content);
  if new.parent_id is not null then
    select r.thread_id into thread_of_parent from public.replies r where r.id = new.parent_id for key share;
    if thread_of_parent <> new.thread_id then
      raise sqlstate 'PT422' using message = 'The reply that you answer is in another discussion.';
    end if;
  end if;
  -- Replies to one discussion follow each other from here on. What is read is the latest: the policy judges by what
  -- was true when the statement began, and an admin may have locked the discussion since.
  select t.is_hidden, t.is_locked into new.is_thread_hidden, thread_is_locked
  from public.threads t where t.id = new.thread_id for no key update;
  new.is_thread_hidden := coalesce(new.is_thread_hidden, false); -- no such discussion: the foreign key says so
  if thread_is_locked and not new.is_thread_hidden
    and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'This discussion is locked.';
  end if;
  return new;
end
$$;

create trigger prepare_reply
  before insert on public.replies
  for each row execute function private.prepare_reply();

create function private.guard_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_hidden <> old.is_hidden and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  new.updated_at := case when new.content is distinct from old.content then now() else old.updated_at end;
  return new;
end
$$;

create trigger guard_reply
  before update of content, is_hidden, updated_at on public.replies
  for each row execute function private.guard_reply();

-- One statement per counter table. The category follows from the discussion's reply_count.
create function private.count_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_author uuid;
  thread_category uuid;
begin
  update public.profiles
  set total_replies = total_replies + 1,
    reputation = reputation + 1,
    last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
  where id = new.author_id and not new.is_hidden;

  update public.threads
  set reply_count = reply_count + (not new.is_hidden)::integer,
    last_activity = case when new.is_hidden then last_activity else greatest(last_activity, new.created_at) end
  where id = new.thread_id
  returning author_id, category_id into thread_author, thread_category;

  perform private.notify_of_reply(new, thread_author);
  perform private.announce(jsonb_build_object(
    'table', 'replies', 'op', 'INSERT', 'id', new.id,
    'thread_id', new.thread_id, 'category_id', thread_category, 'author_id', new.author_id
  ));
  return null;
end
$$;

create trigger count_reply_insert
  after insert on public.replies
  for each row execute function private.count_reply();

-- Hiding, showing again, and deleting: the reverse, and the discussion's latest activity is looked up anew.
create function private.recount_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.replies := case when tg_op = 'DELETE' then old else new end;
  delta integer := case when tg_op = 'DELETE' or new.is_hidden then -1 else 1 end;
  upvotes bigint := 0;
  thread public.threads;
begin
  -- A hidden reply was not counted any more, but what its upvotes gave was.
  if tg_op = 'DELETE' and old.is_hidden then
    delta := 0;
  end if;
  select t.* into thread from public.threads t where t.id = subject.thread_id for no key update;
  if not found then
    return old; -- it falls with its discussion, where private.uncount_thread has counted it
  end if;
  if tg_op = 'DELETE' then
    upvotes := (select count(*) from public.reactions x where x.reply_id = old.id and x.user_id <> old.author_id);
  end if;
  update public.profiles
  set total_replies = total_replies + delta, reputation = reputation + delta - 5 * upvotes
  where id = subject.author_id;
  if delta <> 0 then
    update public.threads t
    set reply_count = t.reply_count + delta,
      last_activity = greatest(t.created_at, (
        select max(r.created_at)
        from public.replies r
        where r.thread_id = t.id
          and case when r.id = subject.id then delta > 0 else not r.is_hidden end
      ))
    where t.id = subject.thread_id;
  end if;
  perform private.announce(jsonb_build_object(
    'table', 'replies', 'op', tg_op, 'id', subject.id,
    'thread_id', subject.thread_id, 'category_id', thread.category_id, 'author_id', subject.author_id
  ));
  return old;
end
$$;

-- Before the row is gone: afterwards its upvotes could not be told from those that fell with the discussion.
create trigger uncount_reply
  before delete on public.replies
  for each row execute function private.recount_reply();

create trigger recount_reply_shown
  after update of is_hidden on public.replies
  for each row when (old.is_hidden <> new.is_hidden)
  execute function private.recount_reply();

create function private.announce_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.announce(jsonb_build_object(
    'table', 'replies', 'op', tg_op, 'id', new.id, 'thread_id', new.thread_id,
    'category_id', (select t.category_id from public.threads t where t.id = new.thread_id), 'author_id', new.author_id
  ));
  return null;
end
$$;

create trigger zz_announce_update
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.announce_reply();

revoke execute on all functions in schema private from public;
