-- Discussions. Everybody reads the visible ones; members start them and edit their own while they are not
-- locked; flags and deletion belong to admins.
--
-- Locks: whoever writes in the forum locks in the order replies, discussion, profiles (by id), category. Every
-- trigger of this and the next two chapters keeps that order, so that no two of them wait for each other. The
-- category comes last because all of its discussions share it. Hiding or deleting cannot keep it
-- throughout, since the row itself is locked before any trigger runs: against an admin who deletes one of the replies,
-- or a member who takes back a vote, in the same instant PostgreSQL ends one of the two with 40P01. Nothing is half
-- done, and the second try succeeds.

create function private.new_thread_id() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  candidate uuid;
begin
  loop
    candidate := gen_random_uuid();
    -- The address of a discussion shows the first 8 digits of its id: no two may share them.
    exit when not exists (
      select
      from public.threads t
      where t.id between (left(candidate::text, 8) || '-0000-0000-0000-000000000000')::uuid
        and (left(candidate::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid
    );
  end loop;
  return candidate;
end
$$;

comment on function private.new_thread_id() is 'A random id whose first 8 digits no other discussion has.';

create function private.tags_are_short(tags text[]) returns boolean
language sql immutable strict parallel safe
return cardinality(tags) <= 5
  and coalesce(array_ndims(tags), 1) = 1
  and array_position(tags, null) is null
  and not exists (select from unnest(tags) as tag where char_length(tag) not between 1 and 30);

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
  constraint threads_pkey primary key (id),
  constraint threads_author_id_fkey foreign key (author_id) references public.profiles (id) on delete cascade,
  constraint threads_category_id_fkey foreign key (category_id) references public.forum_categories (id),
  constraint threads_title_length check (char_length(btrim(title)) between 8 and 200 and char_length(title) <= 200),
  constraint threads_content_length check (
    char_length(content) <= 200000 and private.text_length(content) between 10 and 50000
  ),
  constraint threads_tags_bounds check (private.tags_are_short(tags))
) with (fillfactor = 85);

comment on table public.threads is 'Discussions.';
comment on column public.threads.id is 'Random; its first 8 digits are unique and end the discussion''s address.';
comment on column public.threads.content is 'HTML, sanitised by the server before it comes here.';
comment on column public.threads.is_sticky is 'Listed before all others of its category.';
comment on column public.threads.is_pinned is 'Listed after the sticky ones and before the rest.';
comment on column public.threads.is_locked is 'No replies and no edits by members.';
comment on column public.threads.is_hidden is 'Taken from view by moderation: only its author and admins see it.';
comment on column public.threads.reply_count is 'Visible replies.';
comment on column public.threads.view_count is 'Views, one per visitor in 30 minutes.';
comment on column public.threads.last_activity is 'When it was started or its latest visible reply was written.';

create unique index threads_id_prefix_key on public.threads (left(id::text, 8));
-- A category's page, in the order in which it is shown.
create index threads_category_list_idx on public.threads
  (category_id, is_sticky desc, is_pinned desc, last_activity desc, id);
create index threads_category_newest_idx on public.threads (category_id, created_at desc, id);
create index threads_category_top_idx on public.threads (category_id, upvote_count desc, id);
create index threads_last_activity_idx on public.threads (last_activity desc, id);
create index threads_created_at_idx on public.threads (created_at desc, id);
create index threads_author_id_idx on public.threads (author_id, created_at desc);
create index threads_title_trgm_idx on public.threads using gin (title extensions.gin_trgm_ops);

-- ---------------------------------------------------------------------------------------------------------
-- What the viewer may do: asked by the policies below and, as computed columns, by the page
-- ---------------------------------------------------------------------------------------------------------

create function public.can_edit(thread public.threads) returns boolean
language sql stable
return (thread.author_id = (select auth.uid()) and not thread.is_locked and (select private.may_write()))
  or (select private.is_admin());

create function public.can_delete(thread public.threads) returns boolean
language sql stable
return (select private.is_admin());

create function public.can_moderate(thread public.threads) returns boolean
language sql stable
return (select private.is_admin());

create function public.can_reply(thread public.threads) returns boolean
language sql stable
return not thread.is_locked and (select private.may_write());

comment on function public.can_edit(public.threads) is 'Whether the caller may change title, content and tags.';
comment on function public.can_delete(public.threads) is 'Whether the caller may delete it with all its replies.';
comment on function public.can_moderate(public.threads) is 'Whether the caller may make it sticky, pinned, locked or hidden, or move it.';
comment on function public.can_reply(public.threads) is 'Whether the caller may reply.';

-- ---------------------------------------------------------------------------------------------------------
-- Row security
-- ---------------------------------------------------------------------------------------------------------

alter table public.threads enable row level security;

create policy read_visible on public.threads
  for select to anon using (not is_hidden);

create policy read_visible_or_own on public.threads
  for select to authenticated
  using (not is_hidden or author_id = (select auth.uid()) or (select private.is_admin()));

create policy insert_own on public.threads
  for insert to authenticated
  with check (author_id = (select auth.uid()) and (select private.may_write()));

create policy update_editable on public.threads
  for update to authenticated
  using (public.can_edit(threads))
  with check (author_id = (select auth.uid()) or (select private.is_admin()));

create policy delete_deletable on public.threads
  for delete to authenticated
  using (public.can_delete(threads));

revoke all on public.threads from public, anon, authenticated, service_role;
grant select on public.threads to anon, authenticated;
-- Counters, dates and the id are not granted; flags only to change, which private.guard_thread leaves to admins.
grant insert (title, content, author_id, category_id, tags) on public.threads to authenticated;
grant update (title, content, category_id, tags, is_sticky, is_pinned, is_locked, is_hidden, updated_at)
  on public.threads to authenticated;
grant delete on public.threads to authenticated;
grant select, insert, update, delete on public.threads to service_role;

revoke all on function public.can_edit(public.threads), public.can_delete(public.threads),
  public.can_moderate(public.threads), public.can_reply(public.threads) from public, anon, authenticated, service_role;
grant execute on function public.can_edit(public.threads), public.can_delete(public.threads),
  public.can_moderate(public.threads), public.can_reply(public.threads) to anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.new_thread_id() to authenticated, service_role;
grant execute on function private.tags_are_short(text[]) to authenticated, service_role;

-- ---------------------------------------------------------------------------------------------------------
-- How often a member may post
-- ---------------------------------------------------------------------------------------------------------

-- Runs as its owner: replies in hidden places count too. Called by the insert triggers of threads and replies.
create function private.refuse_flood(is_thread boolean, text_of_post text) returns void
language plpgsql volatile security definer set search_path = ''
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
    + (select count(*) from public.replies r where r.author_id = member and r.created_at > now() - interval '1 day');
  if posts >= maximum then
    raise sqlstate 'PT429' using
      message = format('You have reached the limit of %s posts a day. Please come back tomorrow.', maximum),
      detail = 'Retry after 3600 seconds.';
  end if;
end
$$;

comment on function private.refuse_flood(boolean, text) is
  'Raises PT429 when the member posted too shortly ago, the same text within 5 minutes, or the day''s maximum.';

-- ---------------------------------------------------------------------------------------------------------
-- Triggers
-- ---------------------------------------------------------------------------------------------------------

-- Titles come trimmed, whoever sends them.
create function private.prepare_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := btrim(new.title);
  perform private.refuse_flood(true, new.content);
  return new;
end
$$;

create trigger prepare_thread
  before insert on public.threads
  for each row execute function private.prepare_thread();

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
  -- A flag is not an edit, and neither is what a client believes the time to be.
  new.updated_at := case
    when (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then now()
    else old.updated_at
  end;
  return new;
end
$$;

create trigger guard_thread
  before update of title, content, tags, category_id, is_sticky, is_pinned, is_locked, is_hidden, updated_at
  on public.threads
  for each row execute function private.guard_thread();

-- Counts in the author's profile and in the category what appeared, or ceased to be visible. Also runs, nested,
-- when a reply changes reply_count: that is what keeps post_count.
create function private.count_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shown_before integer := 0;
  shown_after integer := case when new.is_hidden then 0 else 1 end;
  posts_before integer := 0;
  posts_after integer := shown_after * (1 + new.reply_count);
begin
  if tg_op = 'INSERT' then
    update public.profiles
    set total_posts = total_posts + shown_after,
      reputation = reputation + 2 * shown_after,
      last_active = case when last_active < now() - interval '1 minute' then now() else last_active end
    where id = new.author_id;
    insert into public.thread_subscriptions (user_id, thread_id) values (new.author_id, new.id);
  else
    shown_before := case when old.is_hidden then 0 else 1 end;
    posts_before := shown_before * (1 + old.reply_count);
    if shown_before <> shown_after then
      update public.replies r set is_thread_hidden = new.is_hidden where r.thread_id = new.id;
      update public.profiles
      set total_posts = total_posts + shown_after - shown_before,
        reputation = reputation + 2 * (shown_after - shown_before)
      where id = new.author_id;
    end if;
    if new.category_id <> old.category_id then
      perform from public.forum_categories c
      where c.id in (old.category_id, new.category_id) order by c.id for no key update;
      update public.forum_categories
      set thread_count = thread_count - shown_before, post_count = post_count - posts_before
      where id = old.category_id;
      shown_before := 0;
      posts_before := 0;
    end if;
  end if;
  if posts_before <> posts_after then
    update public.forum_categories
    set thread_count = thread_count + shown_after - shown_before,
      post_count = post_count + posts_after - posts_before
    where id = new.category_id;
  end if;
  return null;
end
$$;

create trigger count_thread_insert
  after insert on public.threads
  for each row execute function private.count_thread();

create trigger count_thread_update
  after update on public.threads
  for each row when (
    old.reply_count <> new.reply_count
    or old.is_hidden <> new.is_hidden
    or old.category_id <> new.category_id
  )
  execute function private.count_thread();

-- A discussion takes its replies and all their upvotes with it. What they gave to whom is taken back here in one
-- update, while they can still be read; the triggers of the rows that fall after it find no discussion and rest.
create function private.uncount_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.replies r where r.thread_id = old.id order by r.id for update;
  perform from public.profiles p
  where p.id = old.author_id or p.id in (select r.author_id from public.replies r where r.thread_id = old.id)
  order by p.id for no key update;

  with gone as (
    select old.author_id as member, (not old.is_hidden)::integer as posts, 0 as replies,
      2 * (not old.is_hidden)::integer + 10 * (
        select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
      ) as reputation
    union all
    select r.author_id, 0, (not r.is_hidden)::integer,
      (not r.is_hidden)::integer + 5 * (
        select count(*) from public.reactions x where x.reply_id = r.id and x.user_id <> r.author_id
      )
    from public.replies r
    where r.thread_id = old.id
  ), totals as (
    select g.member, sum(g.posts) as posts, sum(g.replies) as replies, sum(g.reputation) as reputation
    from gone g
    group by g.member
  )
  update public.profiles p
  set total_posts = p.total_posts - t.posts,
    total_replies = p.total_replies - t.replies,
    reputation = p.reputation - t.reputation
  from totals t
  where p.id = t.member;

  if not old.is_hidden then
    update public.forum_categories
    set thread_count = thread_count - 1, post_count = post_count - 1 - old.reply_count
    where id = old.category_id;
  end if;
  return old;
end
$$;

create trigger uncount_thread
  before delete on public.threads
  for each row execute function private.uncount_thread();

-- ---------------------------------------------------------------------------------------------------------
-- Views: once per visitor and discussion in 30 minutes, added by a job once a second
-- ---------------------------------------------------------------------------------------------------------

-- Not logged: losing a minute of views in a crash costs nobody anything, and every guest's visit writes here.
create unlogged table private.thread_views (
  thread_id uuid not null,
  visitor bigint not null,
  seen_at timestamptz not null,
  is_counted boolean not null default false,
  constraint thread_views_pkey primary key (thread_id, visitor)
);

comment on table private.thread_views is 'Who (as a hash) saw which discussion in the last 30 minutes.';
comment on column private.thread_views.visitor is 'Hash of the member''s id, or of a guest''s address and browser.';

create index thread_views_uncounted_idx on private.thread_views (thread_id) where not is_counted;
create index thread_views_seen_at_idx on private.thread_views (seen_at);

-- Runs as its owner: a visitor may count a view, and touch nothing else of the row.
create function public.increment_thread_views(thread_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  visitor bigint := hashtextextended(coalesce(
    (select auth.uid())::text,
    concat_ws(' ', headers ->> 'x-forwarded-for', headers ->> 'user-agent')
  ), 30);
begin
  if not exists (
    select from public.threads t where t.id = increment_thread_views.thread_id and not t.is_hidden
  ) then
    return;
  end if;
  insert into private.thread_views as v (thread_id, visitor, seen_at)
  values (increment_thread_views.thread_id, visitor, now())
  on conflict on constraint thread_views_pkey do update
    set seen_at = excluded.seen_at, is_counted = false
    where v.seen_at <= excluded.seen_at - interval '30 minutes';
end
$$;

comment on function public.increment_thread_views(uuid) is
  'Counts a view of a discussion, once per visitor in 30 minutes. The number shows within about a second.';

create function private.flush_thread_views() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  views bigint;
begin
  -- One node at a time; the others have nothing to add.
  if not pg_try_advisory_xact_lock(718201127) then
    return 0;
  end if;
  with counted as (
    update private.thread_views v set is_counted = true where not v.is_counted returning v.thread_id
  ), totals as (
    select c.thread_id, count(*) as views from counted c group by c.thread_id
  ), locked as (
    select t.id, n.views
    from public.threads t
    join totals n on n.thread_id = t.id
    order by t.id
    for no key update of t
  ), added as (
    update public.threads t set view_count = t.view_count + l.views
    from locked l
    where t.id = l.id
    returning l.views
  )
  select coalesce(sum(a.views), 0) into views from added a;
  delete from private.thread_views v where v.is_counted and v.seen_at < now() - interval '30 minutes';
  return views;
end
$$;

comment on function private.flush_thread_views() is
  'Adds the views that came in to view_count; gives their number. Called by a job each second.';

revoke all on private.thread_views from public, anon, authenticated, service_role;
revoke all on function public.increment_thread_views(uuid) from public, anon, authenticated, service_role;
grant execute on function public.increment_thread_views(uuid) to anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.flush_thread_views() to service_role;

-- ---------------------------------------------------------------------------------------------------------
-- Announcements: what a reader of a page would notice. Counters come with the replies and upvotes that change
-- them; views alone tell nobody.
-- ---------------------------------------------------------------------------------------------------------

create function private.announce_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.threads := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.announce(jsonb_build_object(
    'table', 'threads', 'op', tg_op, 'id', subject.id,
    'category_id', subject.category_id, 'author_id', subject.author_id
  ));
  if tg_op = 'UPDATE' and old.category_id <> new.category_id then
    perform private.announce(jsonb_build_object(
      'table', 'threads', 'op', 'DELETE', 'id', old.id, 'category_id', old.category_id, 'author_id', old.author_id
    ));
  end if;
  return null;
end
$$;

create trigger zz_announce
  after insert or delete on public.threads
  for each row execute function private.announce_thread();

create trigger zz_announce_update
  after update of title, content, tags, category_id, is_sticky, is_pinned, is_locked, is_hidden on public.threads
  for each row execute function private.announce_thread();

revoke execute on all functions in schema private from public;
