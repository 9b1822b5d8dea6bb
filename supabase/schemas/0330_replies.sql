-- Answers in a thread, oldest first. A reply may answer another one; when that one goes, it stays.

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
  state text not null default 'shown',
  constraint replies_pkey primary key (id),
  constraint replies_parent_id_fkey foreign key (parent_id) references public.replies (id) on delete set null,
  -- Not by cascade: the replies of a short thread are deleted by a trigger (private.delete_replies_of_thread), those of a long
  -- one keep an empty row to hang on, which satisfies the key at the end of the statement.
  constraint replies_thread_id_fkey foreign key (thread_id) references public.threads (id),
  constraint replies_author_id_fkey foreign key (author_id) references public.profiles (id),
  -- A deleted reply has no row.
  constraint replies_state_known check (state in ('shown', 'held', 'hidden')),
  constraint replies_state_agrees check (is_hidden = (state <> 'shown'))
) with (fillfactor = 90);

comment on table public.replies is 'Answers in a thread.';
comment on column public.replies.parent_id is 'The reply of the same thread that this one answers, if any.';
comment on column public.replies.content is 'HTML, sanitised by the server before it comes here.';
comment on column public.replies.is_hidden is 'Not shown to others, whatever its state is; kept equal to it (private.derive_post_state).';
comment on column public.replies.state is
  'shown; held: waits for a moderator, and nobody else but its author sees it; hidden: taken from view by moderation.';
comment on column public.replies.is_thread_hidden is
  'Its thread is hidden; kept by private.hide_replies, so that neither a policy nor a counter need look up the thread for every reply.';

create index replies_thread_list_idx on public.replies (thread_id, created_at, id);
create index replies_author_id_idx on public.replies (author_id, created_at desc);
create index replies_created_at_idx on public.replies (created_at desc, id);
create index replies_parent_id_idx on public.replies (parent_id) where parent_id is not null;
-- The few that are hidden are in no index of words.
create index replies_hidden_idx on public.replies (created_at desc) where is_hidden or is_thread_hidden;

alter table public.replies enable row level security;

revoke all on public.replies from public, anon, authenticated, service_role;
grant select on public.replies to anon, authenticated;
grant insert (content, thread_id, author_id, parent_id, id) on public.replies to authenticated;
-- is_hidden is for admins (private.guard_reply). A reply never moves: thread_id and parent_id are not granted.
grant update (content, is_hidden, updated_at) on public.replies to authenticated;
grant delete on public.replies to authenticated;
grant select, insert, update, delete on public.replies to service_role;

-- A hidden thread hides its replies: the address of one must not bypass that.
create policy read_visible on public.replies
  for select to anon
  using (
    not is_hidden and not is_thread_hidden
    and thread_id <> all ((select private.unseen_threads())::uuid[])
  );

create policy read_visible_or_own on public.replies
  for select to authenticated
  using (
    (
      not is_hidden and not is_thread_hidden
      and thread_id <> all ((select private.unseen_threads())::uuid[])
    )
    or (
      (author_id = (select auth.uid()) or (select private.is_admin()))
      and thread_id <> all ((select private.threads_being_deleted())::uuid[])
    )
  );

-- Runs as its owner, so that whether a thread is locked can be asked from any place; it tells nothing else.
create function private.is_open_for_replies(thread_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.threads t where t.id = is_open_for_replies.thread_id and not t.is_locked and not t.is_hidden
  )
$$;

create policy insert_own on public.replies
  for insert to authenticated
  with check (
    author_id = (select auth.uid())
    and (select private.may_write())
    and (private.is_open_for_replies(thread_id) or (select private.is_admin()))
  );

create function public.can_edit(reply public.replies) returns boolean
language sql stable
return (
  reply.author_id = (select auth.uid()) and reply.state = 'shown' and (select private.may_write())
  and private.is_open_for_replies(reply.thread_id)
) or (select private.is_admin()) or private.may_edit_wiki(null, reply.id);

comment on function public.can_edit(public.replies) is
  'Whether the caller may change its text: its author while it is shown, admins, and established members while it is a wiki.';

create policy update_editable on public.replies
  for update to authenticated
  using (public.can_edit(replies))
  with check (author_id = (select auth.uid()) or (select private.is_admin()) or private.may_edit_wiki(null, id));

create function public.can_delete(reply public.replies) returns boolean
language sql stable
return (reply.author_id = (select auth.uid()) and reply.state <> 'hidden' and (select private.may_write()))
  or (select private.is_admin());

comment on function public.can_delete(public.replies) is
  'Whether the caller may delete it: its author unless moderation has hidden it, and admins.';

-- A link to a reply names the page that it is on. A place far down would cost too much to count for each of many links: the
-- address `?reply=` counts it for who follows the link.
create function public.earlier_replies(reply public.replies) returns integer
language sql stable
return (
  select case when count(*) <= 2000 then count(*)::integer end
  from (
    select from public.replies r
    where r.thread_id = (reply).thread_id and not r.is_hidden
      and (r.created_at, r.id) < ((reply).created_at, (reply).id)
    limit 2001
  ) e
);

comment on function public.earlier_replies(public.replies) is
  'The number of visible replies of its thread that stand before it; null if they are more than 2000.';

create policy delete_deletable on public.replies
  for delete to authenticated
  using (public.can_delete(replies));

-- Takes the locks in their order (see 0310_threads) and the two bounds that no constraint can say.
create function private.prepare_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thread_of_parent uuid;
  parent_is_hidden boolean;
  thread_is_locked boolean;
  holds text;
begin
  perform private.enforce_posting_limits(false, new.content);
  if new.parent_id is not null then
    select r.thread_id, r.is_hidden into thread_of_parent, parent_is_hidden from public.replies r where r.id = new.parent_id for key share;
    if thread_of_parent <> new.thread_id then
      raise sqlstate 'PT422' using message = 'The reply that you answer is in another discussion.';
    end if;
    -- An import restores answers to hidden replies, and administrators may answer them.
    if parent_is_hidden and (select auth.uid()) is not null and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'The reply that you answer is no longer shown.';
    end if;
  end if;
  -- Read without a lock; private.count_reply looks again once it holds the row.
  select t.is_hidden, t.is_locked, (select s.hold_first_posts from public.site_settings s)
  into new.is_thread_hidden, thread_is_locked, holds
  from public.threads t where t.id = new.thread_id;
  new.is_thread_hidden := coalesce(new.is_thread_hidden, false); -- no such thread: the foreign key says so
  if thread_is_locked and not new.is_thread_hidden
    and (select auth.uid()) is not null and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'This discussion is locked.';
  end if;
  if private.is_held_at_first(holds, new.author_id, new.content) then
    new.state := 'held';
    new.is_hidden := true;
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
  -- One that waited is as old as its publishing.
  new.updated_at := case
    when new.content is distinct from old.content then now() else greatest(old.updated_at, new.created_at)
  end;
  return new;
end
$$;

create trigger guard_reply
  before update of content, is_hidden, updated_at on public.replies
  for each row execute function private.guard_reply();

create function private.validate_reply_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    if char_length(new.content) > 80000 or private.text_length(new.content) not between 2 and 20000 then
      perform private.raise_check_violation('replies', 'replies_content_length');
    end if;
  end if;
  return new;
end
$$;

create trigger validate_text
  before insert or update of content on public.replies
  for each row execute function private.validate_reply_text();

create function private.publish_reply_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'replies', 'op', tg_op, 'id', new.id, 'thread_id', new.thread_id,
    'category_id', (select t.category_id from public.threads t where t.id = new.thread_id), 'author_id', new.author_id
  ));
  return null;
end
$$;

create trigger zz_announce_update
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.publish_reply_change();

create function private.export_member_replies(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(r) || jsonb_build_object('discussion', private.title_for(member, t))
  from public.replies r join public.threads t on t.id = r.thread_id
  where r.author_id = member order by r.created_at, r.id offset skip limit 500;
end;

revoke all on function
  public.can_edit(public.replies), public.can_delete(public.replies), public.earlier_replies(public.replies)
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_open_for_replies(uuid), public.can_edit(public.replies), public.can_delete(public.replies),
  public.earlier_replies(public.replies)
  to anon, authenticated, service_role;
