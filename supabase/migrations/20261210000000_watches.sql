-- Members watch categories and tags: a new thread there notifies them, as one by a member whom they follow does. Author,
-- category and tags of one thread are one notification.

create table public.watches (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  category_id uuid,
  tag text,
  created_at timestamptz not null default now(),
  constraint watches_pkey primary key (id),
  constraint watches_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint watches_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete cascade,
  constraint watches_once unique nulls not distinct (user_id, category_id, tag),
  constraint watches_one_subject check (num_nonnulls(category_id, tag) = 1),
  constraint watches_tag_spelling check (char_length(tag) between 1 and 30 and tag = private.tag_key(tag))
);

comment on table public.watches is
  'Categories and tags in which a new thread notifies a member. Only the member can see it.';
comment on column public.watches.tag is 'As private.tag_key spells it. It need not be in use.';

create index watches_category_id_idx on public.watches (category_id, user_id) where category_id is not null;
create index watches_tag_idx on public.watches (tag, user_id) where tag is not null;

alter table public.watches enable row level security;

revoke all on public.watches from public, anon, authenticated, service_role;
-- No `update`: a watch is one row or none.
grant select, insert (user_id, category_id, tag), delete on public.watches to authenticated;
grant select, insert, update, delete on public.watches to service_role;

create policy read_own on public.watches for select to authenticated
  using (user_id = (select auth.uid()));
create policy insert_own on public.watches for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy delete_own on public.watches for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

-- Runs as its owner: a policy may hide rows that count. The lock makes concurrent inserts count each other.
create function private.limit_rows_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid;
  rows bigint;
begin
  for member in select distinct w.user_id from written w order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended(member::text, 12));
    execute format('select count(*) from %s x where x.user_id = $1', tg_relid::regclass) into rows using member;
    if rows > tg_argv[0]::bigint then
      raise sqlstate 'PT422' using message = tg_argv[1];
    end if;
  end loop;
  return null;
end
$$;

comment on function private.limit_rows_of_member() is
  'Raises PT422 with the message of the second argument when a member has more rows than the first says.';

create trigger limit_rows
  after insert on public.watches
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('100', 'You can watch 100 categories and tags. Stop watching one first.');

create trigger zzz_limit_writes
  after insert on public.watches
  referencing new table as written
  for each statement execute function private.limit_writes('watch', '60', '60', '0', '60');

create or replace function private.queue_new_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.follows f where f.followed_id = new.author_id)
    or exists (select from public.watches w where w.category_id = new.category_id)
    or exists (
      select from public.watches w where w.tag = any (array(select private.tag_key(t.tag) from unnest(new.tags) as t (tag)))
    ) then
    insert into private.thread_outbox (thread_id) values (new.id);
  end if;
  return null;
end
$$;

create or replace function private.notify_of_new_threads(batch integer default 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.thread_outbox;
  after_member uuid;
  thread public.threads;
  tags text[];
  looked integer;
  latest uuid;
begin
  select o.* into base from private.thread_outbox o order by o.id limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  select t.* into thread
  from public.threads t
  join public.profiles p on p.id = t.author_id
  where t.id = base.thread_id and not t.is_hidden and not t.is_deleted and p.user_level <> 'Banned';
  if not found then
    delete from private.thread_outbox o where o.id = base.id;
    return 1;
  end if;
  after_member := coalesce(base.after_member, '00000000-0000-0000-0000-000000000000');
  tags := array(select distinct private.tag_key(t.tag) from unnest(thread.tags) as t (tag));
  with reasons as (
    -- Each part gives its first members after that one, so the first of all of them are among these.
    (
      select f.follower_id as user_id, 'thread_by_followed' as kind
      from public.follows f
      where f.followed_id = thread.author_id and f.follower_id > after_member
      order by f.follower_id
      limit notify_of_new_threads.batch
    )
    union all
    (
      select w.user_id, 'thread_watched'
      from public.watches w
      where w.category_id = thread.category_id and w.user_id > after_member
      order by w.user_id
      limit notify_of_new_threads.batch
    )
    union all
    select w.user_id, 'thread_watched'
    from unnest(tags) as one (tag)
    cross join lateral (
      select x.user_id
      from public.watches x
      where x.tag = one.tag and x.user_id > after_member
      order by x.user_id
      limit notify_of_new_threads.batch
    ) w
  ), members as materialized (
    select r.user_id, array_agg(distinct r.kind) as kinds
    from reasons r
    group by r.user_id
    order by r.user_id
    limit notify_of_new_threads.batch
  ), told as (
    insert into public.notifications (user_id, kind, actor_id, thread_id)
    select m.user_id, k.kind, thread.author_id, thread.id
    from members m
    join public.profiles p on p.id = m.user_id and p.user_level <> 'Banned'
    cross join lateral (
      -- 'thread_by_followed' comes first.
      select min(one.kind) as kind
      from unnest(m.kinds) as one (kind)
      where not private.is_muted(m.user_id, private.notification_topic(one.kind))
    ) k
    where k.kind is not null and m.user_id <> thread.author_id
      and private.has_room_for_new_threads(m.user_id)
      -- The opening post may have mentioned them.
      and not exists (select from public.notifications n where n.thread_id = thread.id and n.user_id = m.user_id)
  )
  select count(*), (array_agg(m.user_id order by m.user_id desc))[1] into looked, latest from members m;
  if looked < notify_of_new_threads.batch then
    delete from private.thread_outbox o where o.id = base.id;
  else
    update private.thread_outbox o set after_member = latest where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

comment on function private.notify_of_new_threads(integer) is
  'Tells a batch of those who follow the author, or watch the category or a tag, of the thread that has waited longest; gives 0 when none waits. Called by a job until then.';

create or replace function private.erase_belongings(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'avatars'
      -- In byte order `0` comes right after `/`: everything in the folder.
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.chat_messages m
  where m.id in (
    select c.id from public.chat_messages c where c.user_id = member
    union all select a.message_id from private.chat_authors a where a.user_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.bookmarks b
  where b.user_id = member
    and b.thread_id in (select x.thread_id from public.bookmarks x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.reply_bookmarks b
  where b.user_id = member
    and b.reply_id in (select x.reply_id from public.reply_bookmarks x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_subscriptions s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_subscriptions x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.thread_reads s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_reads x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.poll_votes v
  where v.user_id = member
    and v.thread_id in (select x.thread_id from public.poll_votes x where x.user_id = member limit 500);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.follows f
  where (f.follower_id, f.followed_id) in (
    select x.follower_id, x.followed_id from public.follows x where x.follower_id = member
    union all select x.follower_id, x.followed_id from public.follows x where x.followed_id = member
    limit 100
  );
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.watches w where w.user_id = member;
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.notifications n
  where n.id in (select x.id from public.notifications x where x.user_id = member limit 200);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from private.mentions m
  where m.ctid = any (array(select x.ctid from private.mentions x where x.user_id = member limit 500));
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.notification_settings s where s.user_id = member;
  get diagnostics gone = row_count;
  return gone;
end
$$;

create or replace function private.personal_data(member uuid, section text, skip integer) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page constant integer := 500;
  address text := (select lower(u.email) from auth.users u where u.id = personal_data.member);
begin
  case section
  when 'account' then return query
    select jsonb_build_object(
      'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'has_password', u.encrypted_password is not null,
      'metadata', u.raw_user_meta_data)
    from auth.users u where u.id = member and skip = 0;
  when 'ways_to_sign_in' then return query
    select jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at)
    from auth.identities i where i.user_id = member order by i.created_at, i.id offset skip limit page;
  when 'sessions' then return query
    select jsonb_build_object(
      'created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent)
    from auth.sessions s where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'second_steps' then return query
    select jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at)
    from auth.mfa_factors f where f.user_id = member order by f.created_at, f.id offset skip limit page;
  when 'profile' then return query
    select to_jsonb(p) from public.profiles p where p.id = member and skip = 0;
  when 'expert_profile' then return query
    select to_jsonb(e) from public.expert_profiles e where e.user_id = member and skip = 0;
  when 'roles' then return query
    select to_jsonb(r) from public.user_roles r where r.user_id = member order by r.role offset skip limit page;
  when 'discussions' then return query
    select to_jsonb(t) from public.threads t
    where t.author_id = member order by t.created_at, t.id offset skip limit page;
  when 'replies' then return query
    select to_jsonb(r) || jsonb_build_object('discussion', t.title)
    from public.replies r join public.threads t on t.id = r.thread_id
    where r.author_id = member order by r.created_at, r.id offset skip limit page;
  when 'earlier_versions' then return query
    select to_jsonb(v) from public.post_revisions v
    where v.thread_id in (select t.id from public.threads t where t.author_id = member)
      or v.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by v.created_at, v.id offset skip limit page;
  when 'articles' then return query
    select to_jsonb(b) from public.blog_posts b
    where b.author_id = member order by b.created_at, b.id offset skip limit page;
  when 'upvotes' then return query
    select to_jsonb(x) from public.reactions x
    where x.user_id = member order by x.created_at, x.id offset skip limit page;
  when 'polls' then return query
    select to_jsonb(p) - 'announced_at' from public.polls p join public.threads t on t.id = p.thread_id
    where t.author_id = member order by p.created_at, p.thread_id offset skip limit page;
  when 'poll_votes' then return query
    select to_jsonb(v) || jsonb_build_object('question', p.question, 'option', p.options[v.choice])
    from public.poll_votes v join public.polls p on p.thread_id = v.thread_id
    where v.user_id = member order by v.created_at, v.thread_id offset skip limit page;
  when 'bookmarks' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.bookmarks b join public.threads t on t.id = b.thread_id
    where b.user_id = member order by b.created_at, b.thread_id offset skip limit page;
  when 'bookmarked_replies' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = member order by b.created_at, b.reply_id offset skip limit page;
  when 'followed_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'read_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_reads s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'followed_members' then return query
    select to_jsonb(f) || jsonb_build_object('username', p.username)
    from public.follows f join public.profiles p on p.id = f.followed_id
    where f.follower_id = member order by f.created_at, f.followed_id offset skip limit page;
  when 'watches' then return query
    select to_jsonb(w) || jsonb_build_object('category', c.name)
    from public.watches w left join public.forum_categories c on c.id = w.category_id
    where w.user_id = member order by w.created_at, w.id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'chat_messages' then return query
    select to_jsonb(m) from public.chat_messages m
    where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
    order by m.created_at, m.id offset skip limit page;
  when 'reports' then return query
    select to_jsonb(r) - 'resolved_by' - 'target_author_id' from public.reports r
    where r.reporter_id = member order by r.created_at, r.id offset skip limit page;
  when 'newsletter' then return query
    select to_jsonb(s) from public.newsletter_subscribers s
    where lower(s.email) = address order by s.created_at, s.id offset skip limit page;
  when 'contact_messages' then return query
    select to_jsonb(m) - 'answered_by' from public.contact_messages m
    where m.user_id = member or lower(m.email) = address
    order by m.created_at, m.id offset skip limit page;
  when 'files' then return query
    select jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata)
    from storage.objects o where o.owner_id = member::text order by o.created_at, o.id offset skip limit page;
  when 'exports' then return query
    select to_jsonb(e) from public.data_exports e
    where e.user_id = member order by e.requested_at, e.id offset skip limit page;
  end case;
end
$$;

revoke execute on all functions in schema private from public;
