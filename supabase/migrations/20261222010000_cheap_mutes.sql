-- Mutes cost one look at a text, whoever reads it; members' own lists begin at what they have read; and a discussion
-- whose followers cannot be told does not hold up the others.

-- What a member mutes is fetched once for a list, and the words of a text are made once for all that is looked up in it.
create function private.spaced_words(content text) returns text
language sql immutable parallel safe strict
return ' ' || private.plain_words(content) || ' ';

comment on function private.spaced_words(text) is 'The words of a text as private.plain_words gives them, with a space before and after each.';

-- Under the caller's policies, as private.is_muted_thread.
create function private.muted_words(reader uuid) returns text[]
language sql stable
return coalesce(
  (select array_agg(' ' || m.word || ' ') from public.mutes m where m.user_id = muted_words.reader and m.word is not null),
  '{}'
);

comment on function private.muted_words(uuid) is 'The words that a member mutes, each with a space before and after.';

create function private.muted_members(reader uuid) returns uuid[]
language sql stable
return coalesce(
  (select array_agg(m.member_id) from public.mutes m where m.user_id = muted_members.reader and m.member_id is not null),
  '{}'
);

comment on function private.muted_members(uuid) is 'The members whom a member mutes.';

-- plpgsql: a loop over an array costs a tenth of a query for each text.
create function private.has_word(spaced text, words text[]) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(spaced, word) > 0 then
      return true;
    end if;
  end loop;
  return false;
end
$$;

comment on function private.has_word(text, text[]) is
  'Whether a text as private.spaced_words gives it has one of the words of private.muted_words.';

create function private.is_muted_by(members uuid[], words text[], author uuid, content text) returns boolean
language sql immutable parallel safe
return author = any (members)
  or (words <> '{}' and private.has_word(private.spaced_words(content), words));

comment on function private.is_muted_by(uuid[], text[], uuid, text) is
  'Whether a text is muted by who mutes these members and words (private.muted_members, private.muted_words).';

create or replace function private.is_muted_post(reader uuid, author uuid, content text) returns boolean
language sql stable
return private.is_muted_by(
  private.muted_members(is_muted_post.reader), private.muted_words(is_muted_post.reader),
  is_muted_post.author, is_muted_post.content
);

comment on function private.is_muted_post(uuid, uuid, text) is
  'Whether a member mutes the author of a text, or a word in it. A list fetches the mutes once: private.is_muted_by.';

create or replace function private.is_muted_thread(reader uuid, thread public.threads) returns boolean
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select thread.author_id <> is_muted_thread.reader and exists (
    select
    from public.mutes m
    where m.user_id = is_muted_thread.reader
      and (
        m.member_id = thread.author_id
        or m.category_id = thread.category_id
        or m.tag in (select private.tag_key(t.tag) from unnest(thread.tags) as t (tag))
        -- In a select of its own, the words of the title are made once and not for each mute.
        or (m.word is not null and strpos((select private.spaced_words(thread.title)), ' ' || m.word || ' ') > 0)
      )
  );
end;

comment on function private.is_muted_thread(uuid, public.threads) is
  'Whether a member mutes the author, the category, a tag or a word of the title of a thread. Never one of their own.';

-- The mark comes as one value, so the scan of replies_thread_list_idx begins there, and ends at the first that counts.
create function private.has_unread_replies(thread uuid, since timestamptz, reader uuid, members uuid[], words text[])
returns boolean
-- Planned once for a list: otherwise each of its threads is planned for, which takes a millisecond.
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select exists (
    select
    from (
      select r.author_id, r.content
      from public.replies r
      where r.thread_id = has_unread_replies.thread and r.created_at > has_unread_replies.since
        and not r.is_hidden and not r.is_thread_hidden and r.author_id <> has_unread_replies.reader
      order by r.created_at desc
      limit 100
    ) r
    where not private.is_muted_by(has_unread_replies.members, has_unread_replies.words, r.author_id, r.content)
  );
end;

comment on function private.has_unread_replies(uuid, timestamptz, uuid, uuid[], text[]) is
  'Whether a thread is unread for who has read until then: of the latest 100 replies by others, one is not muted.';

create or replace function public.unread_threads(max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select (c.thread).*
  from (
    -- `offset 0`: sorted before the dearer conditions, which then end with the page.
    select t as thread, t.id, t.last_activity, s.read_until
    from public.thread_reads s
    join public.threads t on t.id = s.thread_id
    where s.user_id = (select auth.uid()) and t.last_activity > s.read_until
    order by t.last_activity desc, t.id
    offset 0
  ) c
  where not private.is_muted_thread((select auth.uid()), c.thread)
    and private.has_unread_replies(
      c.id, c.read_until, (select auth.uid()),
      (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
    )
  order by c.last_activity desc, c.id
  limit least(greatest(unread_threads.max_rows, 0), 100) offset greatest(unread_threads.skip, 0);
end;

create or replace function public.unread_in_category(category uuid, max_rows integer default 20, skip integer default 0)
returns table (thread_id uuid)
language sql stable rows 20
begin atomic
  select c.id
  from (
    select t as thread, t.id, t.last_activity, s.read_until
    from public.thread_reads s
    join public.threads t on t.id = s.thread_id
    where s.user_id = (select auth.uid()) and t.category_id = unread_in_category.category
      and t.last_activity > s.read_until
    order by t.last_activity desc, t.id
    offset 0
  ) c
  where not private.is_muted_thread((select auth.uid()), c.thread)
    and private.has_unread_replies(
      c.id, c.read_until, (select auth.uid()),
      (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
    )
  order by c.last_activity desc, c.id
  limit least(greatest(unread_in_category.max_rows, 0), 100) offset greatest(unread_in_category.skip, 0);
end;

-- Looks at the first 500 replies after the mark: somebody who mutes most of a discussion counts fewer of it.
create or replace function public.unread_replies(thread_ids uuid[])
returns table (thread_id uuid, unread integer, first_unread uuid)
language sql stable rows 20
begin atomic
  select s.thread_id, coalesce(n.replies, 0), n.first_reply
  from public.thread_reads s
  join public.threads t on t.id = s.thread_id
  left join lateral (
    select count(*)::integer as replies, (array_agg(l.id order by l.created_at, l.id))[1] as first_reply
    from (
      select u.id, u.created_at
      from (
        select r.id, r.created_at, r.author_id, r.content
        from public.replies r
        where r.thread_id = s.thread_id and r.created_at > s.read_until
          and not r.is_hidden and not r.is_thread_hidden and r.author_id <> s.user_id
        order by r.created_at, r.id
        limit 500
      ) u
      where not private.is_muted_by(
        (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid()))),
        u.author_id, u.content
      )
      order by u.created_at, u.id
      limit 100
    ) l
  ) n on t.last_activity > s.read_until
  where s.user_id = (select auth.uid()) and s.thread_id = any (unread_replies.thread_ids[1:100]);
end;

create or replace function public.for_you(max_rows integer default 20)
returns table (thread_id uuid)
language sql stable rows 20
begin atomic
  with chosen as (
    -- Unread threads that the caller follows.
    (
      select c.id, 0 as rank, c.last_activity as at
      from (
        select t as thread, t.id, t.last_activity, greatest(s.last_read_at, r.read_until) as read_until
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
        order by t.last_activity desc
        offset 0
      ) c
      where not private.is_muted_thread((select auth.uid()), c.thread)
        and private.has_unread_replies(
          c.id, c.read_until, (select auth.uid()),
          (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
        )
      order by c.last_activity desc
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

-- A row that fails, for whatever reason, is met at random: it holds up nobody behind it.
create or replace function private.notify_followers(batch integer DEFAULT 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.reply_outbox;
  looked integer;
  latest uuid;
begin
  -- Of a thread at random, the first row: it says how far a pass came.
  select o.* into base
  from private.reply_outbox o
  where not exists (select from private.reply_outbox e where e.thread_id = o.thread_id and e.id < o.id)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  -- One pass serves the replies that wait when it begins: in a lively thread nobody is told of more than one.
  if base.last_id is null then
    select max(w.id) into base.last_id
    from (
      select o.id from private.reply_outbox o where o.thread_id = base.thread_id order by o.id limit 50
    ) w;
  end if;
  with followers as materialized (
    select s.user_id, s.created_at,
      private.muted_members(s.user_id) as muted_members, private.muted_words(s.user_id) as muted_words
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
    -- The words are made once for all followers, and only if one of them mutes words.
    select o.id, o.reply_id, o.author_id, o.told, o.created_at,
      case when exists (select from followers f where f.muted_words <> '{}') then private.spaced_words(r.content) end
        as words
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
        and w.author_id <> all (f.muted_members)
        and (f.muted_words = '{}' or not private.has_word(w.words, f.muted_words))
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

comment on function private.notify_followers(integer) is
  'Tells a batch of the followers of a thread whose replies wait, taken at random; gives 0 when none waits. Called by a job until then.';

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
  select o.* into base from private.thread_outbox o order by random() limit 1 for update skip locked;
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

comment on function private.notify_of_new_threads(integer) is
  'Tells a batch of those who follow the author, or watch the category or a tag, of a thread that waits, taken at random; gives 0 when none waits. Called by a job until then.';

revoke execute on all functions in schema private from public;
grant execute on function
  private.spaced_words(text), private.muted_words(uuid), private.muted_members(uuid), private.has_word(text, text[]),
  private.is_muted_by(uuid[], text[], uuid, text),
  private.has_unread_replies(uuid, timestamptz, uuid, uuid[], text[])
  to authenticated, service_role;
