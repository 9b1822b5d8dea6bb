-- A member mutes members, words, tags and categories: what they mute is left out of their own lists, notifications and
-- mails, and folded or left out in their browser elsewhere (app/domain/mutes). Nobody else can read what a member mutes,
-- and nothing changes for whoever is muted.

-- shared/muted-words.ts does the same in the browser.
create function private.plain_words(written text) returns text
language sql immutable parallel safe strict
return btrim(lower(regexp_replace(
  regexp_replace(written, '<[^<>]*>', ' ', 'g'), '[\s!-/:-@\[-`{-~।‘’“”…–—]+', ' ', 'g'
)));

comment on function private.plain_words(text) is 'The words of a text or of HTML in small letters, with one space between them.';

create table public.mutes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  member_id uuid,
  category_id uuid,
  tag text,
  word text,
  created_at timestamptz not null default now(),
  constraint mutes_pkey primary key (id),
  constraint mutes_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint mutes_member_id_fkey foreign key (member_id) references public.profiles (id) on delete cascade,
  constraint mutes_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete cascade,
  constraint mutes_once unique nulls not distinct (user_id, member_id, category_id, tag, word),
  constraint mutes_one_subject check (num_nonnulls(member_id, category_id, tag, word) = 1),
  constraint mutes_not_oneself check (user_id <> member_id),
  constraint mutes_tag_spelling check (char_length(tag) between 1 and 30 and tag = private.tag_key(tag)),
  constraint mutes_word_spelling check (char_length(word) between 2 and 40 and word = private.plain_words(word))
);

comment on table public.mutes is
  'Members, categories, tags and words that a member does not want to read. Only the member can see it.';
comment on column public.mutes.word is 'One word or several, as private.plain_words spells them.';

create index mutes_member_id_idx on public.mutes (member_id) where member_id is not null;
create index mutes_category_id_idx on public.mutes (category_id) where category_id is not null;

alter table public.mutes enable row level security;

revoke all on public.mutes from public, anon, authenticated, service_role;
-- No `update`: a mute is one row or none.
grant select, insert (user_id, member_id, category_id, tag, word), delete on public.mutes to authenticated;
grant select, insert, update, delete on public.mutes to service_role;

create policy read_own on public.mutes for select to authenticated
  using (user_id = (select auth.uid()));
create policy insert_own on public.mutes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_write()));
create policy delete_own on public.mutes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_write()));

create trigger limit_rows
  after insert on public.mutes
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('200', 'You can mute 200 members, words, tags and categories. Unmute one first.');

create trigger zzz_limit_writes
  after insert on public.mutes
  referencing new table as written
  for each statement execute function private.limit_writes('mute', '60', '60', '0', '60');

-- Under the caller's policies: about somebody else, a member is told that nothing is muted.
create function private.is_muted_thread(reader uuid, thread public.threads) returns boolean
language sql stable
begin atomic
  select thread.author_id <> is_muted_thread.reader and exists (
    select
    from public.mutes m
    where m.user_id = is_muted_thread.reader
      and (
        m.member_id = thread.author_id
        or m.category_id = thread.category_id
        or m.tag in (select private.tag_key(t.tag) from unnest(thread.tags) as t (tag))
        or strpos(' ' || private.plain_words(thread.title) || ' ', ' ' || m.word || ' ') > 0
      )
  );
end;

comment on function private.is_muted_thread(uuid, public.threads) is
  'Whether a member mutes the author, the category, a tag or a word of the title of a thread. Never one of their own.';

create function private.is_muted_post(reader uuid, author uuid, content text) returns boolean
language sql stable
begin atomic
  select exists (
    select
    from public.mutes m
    where m.user_id = is_muted_post.reader
      and (
        m.member_id = is_muted_post.author
        or strpos(' ' || private.plain_words(is_muted_post.content) || ' ', ' ' || m.word || ' ') > 0
      )
  );
end;

comment on function private.is_muted_post(uuid, uuid, text) is
  'Whether a member mutes the author of a text, or a word in it.';

-- What was written before the mute is left out, too. Moderation is always told.
drop policy read_own on public.notifications;
create policy read_own on public.notifications for select to authenticated
  using (
    user_id = (select auth.uid())
    and (
      thread_id is null
      or exists (
        select from public.threads t
        where t.id = notifications.thread_id
          and (
            private.notification_topic(notifications.kind) is null
            or not private.is_muted_thread((select auth.uid()), t)
          )
      )
    )
    and (reply_id is null or exists (select from public.replies r where r.id = notifications.reply_id))
    and not exists (
      select from public.profiles p where p.id = notifications.actor_id and p.user_level = 'Banned'
    )
    and not exists (
      select from public.mutes m where m.user_id = (select auth.uid()) and m.member_id = notifications.actor_id
    )
  );

create or replace function private.create_notification(member uuid, kind text, actor uuid, thread uuid, reply uuid, figure integer DEFAULT NULL::integer, detail text DEFAULT NULL::text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  topic text := private.notification_topic(create_notification.kind);
begin
  if topic is not null and (
    private.is_muted(create_notification.member, topic)
    or exists (
      select from public.threads t
      where t.id = create_notification.thread and private.is_muted_thread(create_notification.member, t)
    )
    or private.is_muted_post(
      create_notification.member, create_notification.actor,
      (select r.content from public.replies r where r.id = create_notification.reply)
    )
  ) then
    return false;
  end if;
  insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id, figure, detail)
  values (create_notification.member, create_notification.kind, create_notification.actor, create_notification.thread, create_notification.reply, create_notification.figure, create_notification.detail);
  return true;
end
$$;

create or replace function private.notify_followers(batch integer DEFAULT 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.reply_outbox;
  looked integer;
  latest uuid;
begin
  select o.* into base from private.reply_outbox o order by o.id limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  -- One pass serves all replies that wait when it begins: in a lively thread nobody is told of more than one.
  if base.last_id is null then
    select max(o.id) into base.last_id from private.reply_outbox o where o.thread_id = base.thread_id;
  end if;
  with followers as materialized (
    select s.user_id, s.created_at
    from public.thread_subscriptions s
    where s.thread_id = base.thread_id
      and (base.after_follower is null or s.user_id > base.after_follower)
      and exists (select from public.profiles p where p.id = s.user_id and p.user_level <> 'Banned')
      and not exists (
        select from public.notification_settings c where c.user_id = s.user_id and 'follows' = any (c.muted)
      )
      and not exists (
        select from public.threads t where t.id = s.thread_id and private.is_muted_thread(s.user_id, t)
      )
      and not exists (
        select
        from public.notifications n
        where n.user_id = s.user_id and n.thread_id = s.thread_id and n.kind = 'reply_to_followed' and n.read_at is null
      )
    order by s.user_id
    limit notify_followers.batch
  ), waiting as materialized (
    select o.id, o.reply_id, o.author_id, o.told, o.created_at, r.content
    from private.reply_outbox o
    join public.replies r on r.id = o.reply_id
    where o.thread_id = base.thread_id and o.id between base.id and base.last_id
      and not r.is_hidden and not r.is_thread_hidden
  ), told as (
    insert into public.notifications (user_id, kind, actor_id, thread_id, reply_id)
    select f.user_id, 'reply_to_followed', w.author_id, base.thread_id, w.reply_id
    from followers f
    cross join lateral (
      select w.author_id, w.reply_id
      from waiting w
      where f.user_id <> all (w.told) and f.created_at <= w.created_at
        and not private.is_muted_post(f.user_id, w.author_id, w.content)
      order by w.id
      limit 1
    ) w
    on conflict (user_id, thread_id) where kind = 'reply_to_followed' and read_at is null do nothing
  )
  select count(*), (array_agg(f.user_id order by f.user_id desc))[1] into looked, latest from followers f;
  if looked < notify_followers.batch then
    delete from private.reply_outbox o where o.thread_id = base.thread_id and o.id between base.id and base.last_id;
  else
    update private.reply_outbox o
    set after_follower = latest, last_id = base.last_id
    where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

create or replace function private.notify_of_new_threads(batch integer DEFAULT 250) returns bigint
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
    where k.kind is not null and m.user_id <> thread.author_id and not private.is_muted_thread(m.user_id, thread)
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

create or replace function private.read_categories() returns setof uuid
language sql stable rows 3
begin atomic
  select t.category_id
  from (
    select s.thread_id
    from public.thread_reads s
    where s.user_id = (select auth.uid())
    order by s.read_at desc
    limit 200
  ) recent
  join public.threads t on t.id = recent.thread_id
  where not exists (
    select from public.mutes m where m.user_id = (select auth.uid()) and m.category_id = t.category_id
  )
  group by t.category_id
  order by count(*) desc, t.category_id
  limit 3;
end;

create or replace function public.for_you(max_rows integer default 20)
returns table (thread_id uuid)
language sql stable rows 20
begin atomic
  with chosen as (
    -- Unread threads that the caller follows.
    (
      select t.id, 0 as rank, t.last_activity as at
      from (
        select x.user_id, x.thread_id, x.last_read_at
        from public.thread_subscriptions x
        where x.user_id = (select auth.uid())
        order by x.created_at desc
        limit 300
      ) s
      join public.threads t on t.id = s.thread_id
      left join public.thread_reads r on r.user_id = s.user_id and r.thread_id = s.thread_id
      where t.last_activity > greatest(s.last_read_at, r.read_until, now() - interval '30 days')
        and not private.is_muted_thread((select auth.uid()), t)
        and exists (
          select from public.replies n
          where n.thread_id = t.id and n.created_at > greatest(s.last_read_at, r.read_until)
            and not n.is_hidden and not n.is_thread_hidden and n.author_id <> s.user_id
            and not private.is_muted_post((select auth.uid()), n.author_id, n.content)
        )
      order by t.last_activity desc
      limit least(greatest(for_you.max_rows, 0), 50)
    )
    union all
    -- Threads of the members that the caller follows.
    (
      select t.id, 0, t.last_activity
      from public.follows f
      cross join lateral (
        select x.id, x.last_activity
        from public.threads x
        where x.author_id = f.followed_id and x.created_at > now() - interval '30 days'
          and not x.is_hidden and not x.is_deleted and not private.is_muted_thread((select auth.uid()), x)
          and not exists (
            select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
          )
        order by x.created_at desc
        limit 5
      ) t
      where f.follower_id = (select auth.uid())
      order by t.last_activity desc
      limit least(greatest(for_you.max_rows, 0), 50)
    )
    union all
    -- New ones in the categories that the caller reads.
    (
      select t.id, 1, t.created_at
      from private.read_categories() c (id)
      cross join lateral (
        select x.id, x.created_at
        from public.threads x
        where x.category_id = c.id and x.created_at > now() - interval '30 days'
          and not x.is_hidden and not x.is_deleted and x.author_id <> (select auth.uid())
          and not private.is_muted_thread((select auth.uid()), x)
          and not exists (
            select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
          )
        order by x.created_at desc
        limit least(greatest(for_you.max_rows, 0), 50)
      ) t
    )
    union all
    -- For a member who has read little or everything: what is being discussed.
    (
      select x.id, 2, x.last_activity
      from public.threads x
      where not x.is_hidden and not x.is_deleted and not private.is_muted_thread((select auth.uid()), x)
      order by x.last_activity desc, x.id
      limit least(greatest(for_you.max_rows, 0), 50)
    )
  )
  select o.id
  from (select distinct on (c.id) c.id, c.rank, c.at from chosen c order by c.id, c.rank) o
  order by o.rank, o.at desc, o.id
  limit least(greatest(for_you.max_rows, 0), 50);
end;

create or replace function public.new_in_read_categories(since timestamptz)
returns table (name text, slug text, threads integer)
language sql stable rows 3
begin atomic
  select g.name, g.slug, n.threads
  from private.read_categories() c (id)
  join public.forum_categories g on g.id = c.id
  cross join lateral (
    select count(*)::integer as threads
    from (
      select
      from public.threads x
      where x.category_id = c.id
        and x.created_at > greatest(new_in_read_categories.since, now() - interval '30 days')
        and not x.is_hidden and not x.is_deleted and x.author_id <> (select auth.uid())
        and not private.is_muted_thread((select auth.uid()), x)
        and not exists (
          select from public.thread_reads r where r.user_id = (select auth.uid()) and r.thread_id = x.id
        )
      limit 100
    ) l
  ) n
  where n.threads > 0
  order by n.threads desc, g.name;
end;

create or replace function public.unread_threads(max_rows integer DEFAULT 20, skip integer DEFAULT 0)
 RETURNS SETOF public.threads
 LANGUAGE sql
 STABLE ROWS 20
BEGIN ATOMIC
 SELECT t.id,
     t.title,
     t.content,
     t.author_id,
     t.category_id,
     t.tags,
     t.is_sticky,
     t.is_pinned,
     t.is_locked,
     t.is_hidden,
     t.reply_count,
     t.view_count,
     t.upvote_count,
     t.last_activity,
     t.created_at,
     t.updated_at,
     t.is_deleted,
     t.answer_id
    FROM (public.thread_reads s
      JOIN public.threads t ON ((t.id = s.thread_id)))
   WHERE ((s.user_id = ( SELECT auth.uid() AS uid)) AND (t.last_activity > s.read_until) AND (NOT private.is_muted_thread(( SELECT auth.uid() AS uid), t.*)) AND (EXISTS ( SELECT
            FROM public.replies r
           WHERE ((r.thread_id = s.thread_id) AND (r.created_at > s.read_until) AND (NOT r.is_hidden) AND (NOT r.is_thread_hidden) AND (r.author_id <> s.user_id) AND (NOT private.is_muted_post(( SELECT auth.uid() AS uid), r.author_id, r.content))))))
   ORDER BY t.last_activity DESC, t.id
  OFFSET GREATEST(unread_threads.skip, 0)
  LIMIT LEAST(GREATEST(unread_threads.max_rows, 0), 100);
END;

create or replace function public.unread_replies(thread_ids uuid[])
 RETURNS TABLE(thread_id uuid, unread integer, first_unread uuid)
 LANGUAGE sql
 STABLE ROWS 20
BEGIN ATOMIC
 SELECT s.thread_id,
     COALESCE(n.replies, 0) AS "coalesce",
     n.first_reply
    FROM ((public.thread_reads s
      JOIN public.threads t ON ((t.id = s.thread_id)))
      LEFT JOIN LATERAL ( SELECT (count(*))::integer AS replies,
             (array_agg(l.id ORDER BY l.created_at, l.id))[1] AS first_reply
            FROM ( SELECT r.id,
                     r.created_at
                    FROM public.replies r
                   WHERE ((r.thread_id = s.thread_id) AND (r.created_at > s.read_until) AND (NOT r.is_hidden) AND (NOT r.is_thread_hidden) AND (r.author_id <> s.user_id) AND (NOT private.is_muted_post(( SELECT auth.uid() AS uid), r.author_id, r.content)))
                   ORDER BY r.created_at, r.id
                  LIMIT 100) l) n ON ((t.last_activity > s.read_until)))
   WHERE ((s.user_id = ( SELECT auth.uid() AS uid)) AND (s.thread_id = ANY ((unread_replies.thread_ids)[1:100])));
END;

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
  delete from public.mutes m where m.user_id = member or m.member_id = member;
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
  delete from public.first_runs f where f.user_id = member;
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
  when 'first_steps' then return query
    select to_jsonb(f) from public.first_runs f where f.user_id = member and skip = 0;
  when 'mutes' then return query
    select to_jsonb(m) || jsonb_build_object('category', c.name, 'username', p.username)
    from public.mutes m
    left join public.forum_categories c on c.id = m.category_id
    left join public.profiles p on p.id = m.member_id
    where m.user_id = member order by m.created_at, m.id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'mail_refusals' then return query
    select to_jsonb(r) from public.mail_refusals r where r.user_id = member and skip = 0;
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
grant execute on function
  private.notification_topic(text), private.plain_words(text), private.is_muted_thread(uuid, public.threads),
  private.is_muted_post(uuid, uuid, text)
  to authenticated, service_role;
