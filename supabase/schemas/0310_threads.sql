-- Threads. Everybody reads the visible ones; members start them and edit their own while they are not locked; flags
-- belong to admins.
--
-- Locks: every writer of the forum locks in the order replies, thread, profiles (by id), category. Every trigger here
-- and in the files of replies, reactions and counters keeps that order, so that no two of them wait for each other. The
-- category comes last because all of its threads share it. Hiding or deleting cannot keep it throughout, since the row
-- itself is locked before any trigger runs: against an admin who deletes one of the replies, or a member who takes back
-- a vote, in the same instant PostgreSQL ends one of the two with 40P01. Nothing is half done, and the second try
-- succeeds.
--
-- Counters change without touching what finds a row by its name. PostgreSQL updates a row in place (HOT) when no
-- indexed column changes and its page has room; any other update writes into every index of the table. `last_activity`
-- and `upvote_count` have indexes (its category's lists are read along them), so titles are indexed in a table of their
-- own (private.thread_titles). Measured with 20,000 threads: a vote wrote 6.7 kB of WAL with the trigrams of the title
-- here, and 4.5 kB without.

create function private.new_thread_id() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  candidate uuid;
  first uuid;
  last uuid;
begin
  loop
    candidate := gen_random_uuid();
    first := (left(candidate::text, 8) || '-0000-0000-0000-000000000000')::uuid;
    last := (left(candidate::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    -- The address of a thread shows the first 8 digits of its id: no two may share them, and a link to a deleted
    -- one must not lead to another.
    exit when not exists (select from public.threads t where t.id between first and last)
      and not exists (select from public.deleted_threads d where d.id between first and last);
  end loop;
  return candidate;
end
$$;

comment on function private.new_thread_id() is
  'A random id whose first 8 digits no other thread has or had.';

create table public.threads (
  id uuid not null default private.new_thread_id(),
  title text not null,
  content text not null,
  author_id uuid not null,
  category_id uuid not null,
  tags text[] not null default '{}',
  is_sticky boolean not null default false,
  is_pinned boolean not null default false,
  is_locked boolean not null default false,
  is_hidden boolean not null default false,
  reply_count integer not null default 0,
  view_count integer not null default 0,
  upvote_count integer not null default 0,
  last_activity timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_deleted boolean not null default false,
  -- No foreign key: with a second one between the two tables, `threads?select=*,replies(*)` would be ambiguous. It is kept
  -- by private.follow_answer.
  answer_id uuid,
  state text not null default 'shown',
  constraint threads_pkey primary key (id),
  constraint threads_category_id_fkey foreign key (category_id) references public.forum_categories (id),
  constraint threads_author_id_fkey foreign key (author_id) references public.profiles (id),
  constraint threads_state_known check (state in ('shown', 'held', 'hidden', 'deleted')),
  constraint threads_state_agrees check (is_hidden = (state <> 'shown'))
) with (fillfactor = 75); -- room for the next version of one row in seven

comment on table public.threads is 'Threads.';
comment on column public.threads.id is 'Random; its first 8 digits are unique and end the thread''s address.';
comment on column public.threads.content is 'HTML, sanitised by the server before it comes here.';
comment on column public.threads.is_sticky is 'Listed before all others of its category.';
comment on column public.threads.is_pinned is 'Listed after the sticky ones and before the rest.';
comment on column public.threads.is_locked is 'No replies and no edits by members.';
comment on column public.threads.is_hidden is 'Not shown to others, whatever its state is; kept equal to it (private.derive_post_state).';
comment on column public.threads.reply_count is 'Visible replies.';
comment on column public.threads.view_count is 'Views, one per visitor in 30 minutes.';
comment on column public.threads.last_activity is 'When it was started or its latest visible reply was written.';
comment on column public.threads.is_deleted is
  'Its author took the text back after others had answered; title and answers stay.';
-- Not granted to members, who call mark_answer.
comment on column public.threads.answer_id is 'The visible reply that was chosen as its answer, if any.';
-- Not granted to members: is_hidden is the flag that admins set, and private.set_post_state does the rest.
comment on column public.threads.state is
  'shown; held: waits for a moderator, and nobody else but its author sees it; hidden: taken from view by moderation; deleted: an empty row until its replies are gone, which nobody sees.';

-- A category's page, in the order in which it is shown.
create index threads_category_list_idx on public.threads
  (category_id, is_sticky desc, is_pinned desc, last_activity desc, id);
create index threads_category_newest_idx on public.threads (category_id, created_at desc, id);
create index threads_category_top_idx on public.threads (category_id, upvote_count desc, id);
create index threads_last_activity_idx on public.threads (last_activity desc, id);
create index threads_created_at_idx on public.threads (created_at desc, id);
create index threads_author_id_idx on public.threads (author_id, created_at desc);
-- For the candidates of a long frame: those that most people voted for.
create index threads_top_idx on public.threads (upvote_count desc, id);
-- For the admin's list of hidden threads.
create index threads_hidden_idx on public.threads (created_at desc) where is_hidden;

alter table public.threads enable row level security;

revoke all on public.threads from public, anon, authenticated, service_role;
grant select on public.threads to anon, authenticated;
-- Counters, dates and the id are not granted; flags only to change, which private.guard_thread leaves to admins.
grant insert (title, content, author_id, category_id, tags, id) on public.threads to authenticated;
grant update (
  title, content, category_id, tags, is_sticky, is_pinned, is_locked, is_hidden, updated_at
) on public.threads to authenticated;
grant delete on public.threads to authenticated;
grant select, insert, update, delete on public.threads to service_role;

create policy read_visible on public.threads
  for select to anon using (not is_hidden);

-- Inlined into the policy, so that its plans are those of the bare condition. A thread that is deleted and still has replies
-- is an empty row.
create function private.is_visible_to(thread public.threads, member uuid, is_admin boolean) returns boolean
language sql immutable parallel safe
return not thread.is_hidden or (thread.state <> 'deleted' and (thread.author_id = member or is_admin));

comment on function private.is_visible_to(public.threads, uuid, boolean) is
  'Whether a member, or an administrator, may see a thread. The one rule of it: guests see what is not hidden.';

create policy read_visible_or_own on public.threads
  for select to authenticated
  using (private.is_visible_to(threads, (select auth.uid()), (select private.is_admin())));

create policy insert_own on public.threads
  for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write()));

create function public.can_edit(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_locked and not thread.is_deleted
  and thread.state = 'shown' and (select private.may_write()))
  or (select private.is_admin());

comment on function public.can_edit(public.threads) is
  'Whether the caller may change title, content and tags: its author while it is shown, because what is held or hidden stays as it was judged, and admins.';

create function public.can_edit_text(thread public.threads) returns boolean
language sql stable
return public.can_edit(thread) or private.may_edit_wiki(thread.id, null);

comment on function public.can_edit_text(public.threads) is
  'Whether the caller may change its content: who may edit it, and established members while it is a wiki.';

create policy update_editable on public.threads
  for update to authenticated
  using (public.can_edit_text(threads))
  with check (author_id = (select auth.uid()) or (select private.is_admin()) or private.may_edit_wiki(id, null));

create function private.tags_are_short(tags text[]) returns boolean
language sql immutable strict parallel safe
return cardinality(tags) <= 5
  and coalesce(array_ndims(tags), 1) = 1
  and array_position(tags, null) is null
  and not exists (select from unnest(tags) as tag where char_length(tag) not between 1 and 30);

create function public.can_moderate(thread public.threads) returns boolean
language sql stable
return (select private.is_admin());

comment on function public.can_moderate(public.threads) is 'Whether the caller may make it sticky, pinned, locked or hidden, or move it.';

create function public.can_reply(thread public.threads) returns boolean
language sql stable
return not thread.is_locked and (select private.may_write());

comment on function public.can_reply(public.threads) is 'Whether the caller may reply.';

-- Titles are trimmed, whatever the client sends.
create function private.prepare_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := btrim(new.title);
  perform private.enforce_posting_limits(true, new.content);
  if private.is_held_at_first(
    (select s.hold_first_posts from public.site_settings s), new.author_id, new.title || ' ' || new.content) then
    new.state := 'held';
    new.is_hidden := true;
  end if;
  return new;
end
$$;

-- The empty row of a deleted thread is not a post: it has no author, counts nowhere and has no followers.
create trigger prepare_thread
  before insert on public.threads
  for each row when (new.state <> 'deleted')
  execute function private.prepare_thread();

create function private.guard_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null
    and (new.is_sticky, new.is_pinned, new.is_locked, new.is_hidden, new.category_id)
      is distinct from (old.is_sticky, old.is_pinned, old.is_locked, old.is_hidden, old.category_id)
    and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  new.title := btrim(new.title);
  -- Whoever edits a wiki of another changes its text and nothing else, whatever columns there will be.
  if (select auth.uid()) <> old.author_id and not private.is_admin()
    and to_jsonb(new) - '{content,updated_at}'::text[] <> to_jsonb(old) - '{content,updated_at}'::text[] then
    raise sqlstate 'PT403' using message = 'Only the text of a wiki can be changed by other members.';
  end if;
  -- A flag is not an edit, and neither is what a client believes the time to be.
  new.updated_at := case
    when (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then now()
    -- One that waited is as old as its publishing.
    else greatest(old.updated_at, new.created_at)
  end;
  return new;
end
$$;

create trigger guard_thread
  before update of title, content, tags, category_id, is_sticky, is_pinned, is_locked, is_hidden, updated_at
  on public.threads
  for each row execute function private.guard_thread();

-- Runs as its owner: a member's statement may not name what is in `private`. A null is left to `not null`.
create function private.validate_thread_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.title is distinct from old.title then
    new.title := private.with_few_marks(new.title);
    if char_length(new.title) > 200 or private.shown_length(new.title) not between 8 and 200 then
      perform private.raise_check_violation('threads', 'threads_title_length');
    end if;
    -- Direction overrides would turn the line around the title, in lists and in mails.
    if new.title ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
      perform private.raise_check_violation('threads', 'threads_title_visible');
    end if;
  end if;
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    if char_length(new.content) > 200000 or private.text_length(new.content) not between 10 and 50000 then
      perform private.raise_check_violation('threads', 'threads_content_length');
    end if;
  end if;
  if tg_op = 'INSERT' or new.tags is distinct from old.tags then
    if not private.tags_are_short(new.tags) then
      perform private.raise_check_violation('threads', 'threads_tags_bounds');
    end if;
    -- '#ipo' and IPO are one tag, as it was first written.
    new.tags := array(
      select t.tag
      from (
        select distinct on (private.tag_key(x.tag)) private.with_few_marks(private.without_hash(x.tag)) as tag, x.place
        from unnest(new.tags) with ordinality as x (tag, place)
        order by private.tag_key(x.tag), x.place
      ) t
      order by t.place
    );
    if exists (select from unnest(new.tags) as tag where private.visible_part(tag) = '' or tag ~ private.hidden_signs()) then
      perform private.raise_check_violation('threads', 'threads_tags_visible');
    end if;
  end if;
  return new;
end
$$;

create trigger validate_text_insert
  before insert on public.threads
  for each row when (new.state <> 'deleted')
  execute function private.validate_thread_text();

create trigger validate_text_update
  before update of title, content, tags on public.threads
  for each row execute function private.validate_thread_text();

-- Announcements: what a reader of a page would notice. Counters come with the replies and upvotes that change them;
-- views alone tell nobody. A thread that moves makes pages of two categories stale. The second event is for caches
-- alone: as DELETE, subscribers would act on it.
create function private.publish_thread_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.threads := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'threads', 'id', subject.id,
    -- One that waited is new to everybody else.
    'op', case when tg_op = 'UPDATE' and subject.created_at > old.created_at then 'INSERT' else tg_op end,
    'category_id', subject.category_id, 'author_id', subject.author_id
  ));
  if tg_op = 'UPDATE' and old.category_id <> new.category_id then
    perform private.publish_change(jsonb_build_object(
      'table', 'threads', 'op', tg_op, 'id', old.id, 'category_id', old.category_id, 'caches_only', true
    ));
  end if;
  return null;
end
$$;

create trigger zz_announce_update
  after update of title, content, tags, category_id, is_sticky, is_pinned, is_locked, is_hidden on public.threads
  for each row execute function private.publish_thread_change();

create trigger zz_announce
  after insert on public.threads
  for each row when (new.state <> 'deleted' and current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.publish_thread_change();

create trigger zz_announce_delete
  after delete on public.threads
  for each row when (old.state <> 'deleted')
  execute function private.publish_thread_change();

-- A list shows a line of each text, so the API sends no more of it.
create function public.excerpt(thread public.threads) returns text
language sql immutable
return private.plain_excerpt((thread).content, 400);

comment on function public.excerpt(public.threads) is
  'The beginning of its text: plain, in its writer''s own words, or a quotation between quotation marks if it has nothing else.';

-- For functions that run as their owner, past the policy.
create function private.title_for(member uuid, thread public.threads) returns text
language sql stable set search_path = ''
as $$
  select case when private.is_visible_to(thread, member, private.is_admin(member)) then (thread).title end
$$;

comment on function private.title_for(uuid, public.threads) is
  'The title of a thread that the member may see; null of any other.';

create function private.export_member_discussions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(t) from public.threads t
  where t.author_id = member order by t.created_at, t.id offset skip limit 500;
end;

revoke all on function
  public.can_edit(public.threads), public.can_edit_text(public.threads), public.can_moderate(public.threads),
  public.can_reply(public.threads), public.excerpt(public.threads)
  from public, anon, authenticated, service_role;
grant execute on function
  private.new_thread_id(), private.is_visible_to(public.threads, uuid, boolean), private.tags_are_short(text[])
  to authenticated, service_role;
grant execute on function
  public.can_edit(public.threads), public.can_edit_text(public.threads), public.can_moderate(public.threads),
  public.can_reply(public.threads), public.excerpt(public.threads)
  to anon, authenticated, service_role;
