-- How far a member has read each discussion, so that lists and 'first unread' are the same on all devices, and what is new
-- and unread.
--
-- New is a thread that was begun since the last visit and never opened; unread is one that was opened and has new replies
-- by others. Neither is muted. Dots, numbers, lists, the line of news and digests ask one predicate: private.news_of. A
-- muted word that stands in every reply costs at most twenty looks at a text for a thread. A look makes the words of the
-- text: 84 µs for 600 characters, 1 ms for 4,000. The words of the search's index are not stored with the reply, so a
-- tsquery makes them, too, in 164 µs; and the index itself would read the word's replies of the whole site for each
-- thread.

create table public.thread_reads (
  user_id uuid not null default auth.uid(),
  thread_id uuid not null,
  read_until timestamptz not null,
  read_at timestamptz not null default date_trunc('day', now()),
  constraint thread_reads_pkey primary key (user_id, thread_id),
  -- The account, not the profile: two keys that make up a primary key are a junction to PostgREST, and
  -- `threads?select=*,author:profiles(*)` would then be ambiguous.
  constraint thread_reads_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint thread_reads_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
) with (fillfactor = 80);

comment on table public.thread_reads is 'How far a member has read a thread. Only the member can see it; it is deleted after a year.';
comment on column public.thread_reads.read_until is
  'When the last reply was written that the member has read; when the thread was started, if it is none. A time and not a number: replies before it may be deleted.';
comment on column public.thread_reads.read_at is
  'The day on which the member read on. Not the time: most updates then change no indexed column.';

create index thread_reads_thread_id_idx on public.thread_reads (thread_id);
create index thread_reads_recent_idx on public.thread_reads (user_id, read_at desc, thread_id);
create index thread_reads_read_at_idx on public.thread_reads (read_at);

alter table public.thread_reads enable row level security;

revoke all on public.thread_reads from public, anon, authenticated, service_role;
grant select, delete on public.thread_reads to authenticated;
-- read_at is not granted: a time in the future would keep the row forever.
grant insert (user_id, thread_id, read_until), update (read_until) on public.thread_reads to authenticated;
grant select, insert, update, delete on public.thread_reads to service_role;

create policy read_own on public.thread_reads
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.thread_reads
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (select private.may_keep())
    and exists (select from public.threads t where t.id = thread_id)
  );

create policy update_own on public.thread_reads
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.thread_reads
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_keep()));

-- Two devices report in any order: what was read stays read. A time in the future would hide all replies to come.
create function private.keep_read_until() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_until := least(new.read_until, now());
  if tg_op = 'UPDATE' then
    new.read_until := greatest(new.read_until, old.read_until);
    new.read_at := date_trunc('day', now());
  end if;
  return new;
end
$$;

create trigger keep_read_until
  before insert or update of read_until on public.thread_reads
  for each row execute function private.keep_read_until();

-- 300 rows: what a browser remembers of a guest is stored at once when the guest signs in.
create trigger zzz_limit_writes after insert on public.thread_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

create trigger zzz_limit_updates after update on public.thread_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

-- Under the caller's policies, like the functions after it. Nothing is written when nothing new was read.
create function public.mark_thread_read(thread_id uuid, reply_id uuid default null) returns void
language sql volatile
begin atomic
  select public.note_visit();
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id, greatest(t.created_at, r.created_at)
  from public.threads t
  left join public.replies r on r.id = mark_thread_read.reply_id and r.thread_id = t.id
  where t.id = mark_thread_read.thread_id and private.may_keep()
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

comment on function public.mark_thread_read(uuid, uuid) is
  'Stores that the caller has read a thread up to this reply; without one, its opening post. What was read stays read.';

-- By a range of the key: under row security, no index on an expression is used. The order makes the planner take the key.
create function public.merge_thread_reads(marks text[]) returns void
language sql volatile
begin atomic
  insert into public.thread_reads as s (thread_id, read_until)
  select t.id,
    case
      when m.replies >= t.reply_count then t.last_activity
      else coalesce((
        select r.created_at
        from public.replies r
        where r.thread_id = t.id and not r.is_hidden and m.replies > 0
        order by r.created_at desc, r.id desc
        offset t.reply_count - m.replies limit 1
      ), t.created_at)
    end
  from (
    select left(x.mark, 8) as prefix, max(split_part(x.mark, '.', 2)::integer) as replies
    from unnest(merge_thread_reads.marks[1:300]) as x (mark)
    where x.mark ~ '^[0-9a-f]{8}\.[0-9]{1,8}$'
    group by 1
  ) m
  cross join lateral (
    select x.id, x.reply_count, x.last_activity, x.created_at
    from public.threads x
    where x.id >= (m.prefix || '-0000-0000-0000-000000000000')::uuid
      and x.id <= (m.prefix || '-ffff-ffff-ffff-ffffffffffff')::uuid
    order by x.id
    limit 1
  ) t
  -- Far from the end, the reply would be looked up at length for one who has much to read anyway.
  where private.may_keep() and t.reply_count - m.replies <= 500
  order by t.id
  on conflict on constraint thread_reads_pkey do update
    set read_until = excluded.read_until where excluded.read_until > s.read_until;
end;

comment on function public.merge_thread_reads(text[]) is
  'Stores what a browser remembered of a guest who signs in: `1a2b3c4d.12` is a thread and how many replies it had, 300 at most.';

-- The mark comes as one value, so the scan of replies_thread_list_idx begins there, and ends at the first that counts.
create function private.has_unread_replies(thread uuid, since timestamptz, reader uuid, members uuid[], words text[])
returns boolean
-- Planned once for a list: otherwise each of its threads is planned for, which takes a millisecond.
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select exists (
    select
    from (
      select l.content
      from (
        select r.author_id, r.content, r.created_at
        from public.replies r
        where r.thread_id = has_unread_replies.thread and r.created_at > has_unread_replies.since
          and not r.is_hidden and not r.is_thread_hidden and r.author_id <> has_unread_replies.reader
        order by r.created_at desc
        limit 100
      ) l
      where l.author_id <> all (has_unread_replies.members)
      order by l.created_at desc
      limit 20
    ) u
    where has_unread_replies.words = '{}'
      or not private.has_word(private.spaced_words(u.content), has_unread_replies.words)
  );
end;

comment on function private.has_unread_replies(uuid, timestamptz, uuid, uuid[], text[]) is
  'Whether a thread is unread for who has read until then: of the latest 100 replies by others, and the latest 20 of these by authors that are not muted, one has no muted word.';

-- `read_until` is null for a thread that was never opened. The last three are the same for all rows of a list, which passes
-- them from subqueries of their own: private.new_since, private.muted_members and private.muted_words.
create function private.news_of(
  thread public.threads, read_until timestamptz, reader uuid, since timestamptz, members uuid[], words text[]
) returns text
language sql stable set plan_cache_mode = 'force_generic_plan'
begin atomic
  select case
    when news_of.read_until is not null then
      case
        when thread.last_activity > news_of.read_until and not private.is_muted_thread(news_of.reader, thread)
          and private.has_unread_replies(thread.id, news_of.read_until, news_of.reader, news_of.members, news_of.words)
        then 'unread'
      end
    when thread.created_at > news_of.since and thread.author_id <> news_of.reader
      and not thread.is_hidden and not thread.is_deleted
      and not exists (
        select from public.category_reads c
        where c.user_id = news_of.reader and c.category_id = thread.category_id and c.read_until >= thread.created_at
      )
      and not private.is_muted_thread(news_of.reader, thread)
    then 'new'
  end;
end;

comment on function private.news_of(public.threads, timestamptz, uuid, timestamptz, uuid[], text[]) is
  'What a thread is to a member who has read it until then: ''unread'', ''new'' or null. The one rule of every list, number and mail.';

-- 0 where the lists have no unread thread. Of the others it counts at most 100, of the latest 500 replies; muted words are
-- looked for in the latest 20, and what is older counts. Where it cannot count all, the first is the first after the mark.
create function public.unread_replies(thread_ids uuid[])
returns table (thread_id uuid, unread integer, first_unread uuid, is_new boolean)
language sql stable rows 20
begin atomic
  select s.id, coalesce(n.replies, 0),
    case when n.looked < 100 then n.first_reply else (
      select e.id
      from (
        select r.id, r.author_id, r.created_at
        from public.replies r
        where r.thread_id = s.id and s.news = 'unread' and r.created_at > s.read_until
          and not r.is_hidden and not r.is_thread_hidden and r.author_id <> (select auth.uid())
        order by r.created_at, r.id
        limit 500
      ) e
      where e.author_id <> all ((select private.muted_members((select auth.uid())))::uuid[])
      order by e.created_at, e.id
      limit 1
    ) end,
    s.news is not distinct from 'new'
  from (
    -- `offset 0`: asked once a thread.
    select t.id, o.read_until, private.news_of(
      t, o.read_until, (select auth.uid()), (select private.new_since((select auth.uid()))),
      (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
    ) as news
    from public.threads t
    left join public.thread_reads o on o.user_id = (select auth.uid()) and o.thread_id = t.id
    where t.id = any (unread_replies.thread_ids[1:100])
    offset 0
  ) s
  left join lateral (
    select count(*) filter (where not c.is_muted)::integer as replies, count(*)::integer as looked,
      (array_agg(c.id order by c.created_at, c.id) filter (where not c.is_muted))[1] as first_reply
    from (
      select w.id, w.created_at,
        w.place <= 20 and (select private.muted_words((select auth.uid()))) <> '{}'
          and private.has_word(private.spaced_words(w.content), (select private.muted_words((select auth.uid()))))
          as is_muted
      from (
        select l.id, l.created_at, l.content, row_number() over (order by l.created_at desc) as place
        from (
          select r.id, r.author_id, r.content, r.created_at
          from public.replies r
          where r.thread_id = s.id and s.news = 'unread' and r.created_at > s.read_until
            and not r.is_hidden and not r.is_thread_hidden and r.author_id <> (select auth.uid())
          order by r.created_at desc
          limit 500
        ) l
        where l.author_id <> all ((select private.muted_members((select auth.uid())))::uuid[])
        order by l.created_at desc
        limit 100
      ) w
    ) c
  ) n on true
  where s.read_until is not null or s.news = 'new';
end;

comment on function public.unread_replies(uuid[]) is
  'Of these threads (100 at most) those that are new to the caller, and those that the caller has opened: how many replies by others are new, counted to 100, and the first of them.';

create function private.delete_old_thread_reads() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.thread_reads s
    where s.ctid = any (array(
      select x.ctid from public.thread_reads x
      where x.read_at < now() - interval '1 year'
      order by x.read_at limit 1000
    ))
    returning 1
  )
  select count(*) from gone
$$;

comment on function private.delete_old_thread_reads() is
  'Forgets what members read more than a year ago; returns the number of rows. Called by a job.';

-- Under the caller's policies, like the functions after it. The latest 300 that may be unread are looked at.
create function private.unread_of(category uuid) returns table (thread_id uuid, last_activity timestamptz)
language sql stable rows 20
begin atomic
  select c.id, c.last_activity
  from (
    -- `offset 0`: sorted before the dearer conditions, which then end with the page.
    select t as thread, t.id, t.last_activity, s.read_until
    from public.thread_reads s
    join public.threads t on t.id = s.thread_id
    where s.user_id = (select auth.uid()) and t.last_activity > s.read_until
      and (unread_of.category is null or t.category_id = unread_of.category)
    order by t.last_activity desc, t.id
    limit 300
  ) c
  where private.news_of(
    c.thread, c.read_until, (select auth.uid()), null,
    (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
  ) = 'unread';
end;

comment on function private.unread_of(uuid) is
  'Threads, of a category or of all, that the caller has opened and in which others have replied since.';

-- The latest 500 that were begun since the last visit are looked at.
create function private.new_of(category uuid)
returns table (thread_id uuid, category_id uuid, created_at timestamptz)
language sql stable rows 20
begin atomic
  select c.id, c.category_id, c.created_at
  from (
    -- A part for each index: one of the two reads nothing.
    (
      select t as thread, t.id, t.category_id, t.created_at
      from public.threads t
      where new_of.category is null and t.created_at > (select private.new_since((select auth.uid())))
      order by t.created_at desc, t.id
      limit 500
    )
    union all
    (
      select t as thread, t.id, t.category_id, t.created_at
      from public.threads t
      where t.category_id = new_of.category and t.created_at > (select private.new_since((select auth.uid())))
      order by t.created_at desc, t.id
      limit 500
    )
  ) c
  where not exists (
      select from public.thread_reads s where s.user_id = (select auth.uid()) and s.thread_id = c.id
    )
    and private.news_of(
      c.thread, null, (select auth.uid()), (select private.new_since((select auth.uid()))), '{}', '{}'
    ) = 'new';
end;

comment on function private.new_of(uuid) is
  'Threads, of a category or of all, that were begun since the caller''s last visit and that the caller has not opened.';

create function public.unread_threads(max_rows integer default 20, skip integer default 0, category uuid default null)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t
  from (
    select x.thread_id, x.last_activity
    from private.unread_of(unread_threads.category) x
    order by x.last_activity desc, x.thread_id
    limit least(greatest(unread_threads.max_rows, 0), 100) offset greatest(unread_threads.skip, 0)
  ) c
  join public.threads t on t.id = c.thread_id
  order by c.last_activity desc, c.thread_id;
end;

comment on function public.unread_threads(integer, integer, uuid) is
  'Threads, of a category or of all, that the caller has opened and in which others have replied since, the latest activity first.';

create function public.new_threads(max_rows integer default 20, skip integer default 0, category uuid default null)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t
  from (
    select x.thread_id, x.created_at
    from private.new_of(new_threads.category) x
    order by x.created_at desc, x.thread_id
    limit least(greatest(new_threads.max_rows, 0), 100) offset greatest(new_threads.skip, 0)
  ) c
  join public.threads t on t.id = c.thread_id
  order by c.created_at desc, c.thread_id;
end;

comment on function public.new_threads(integer, integer, uuid) is
  'Threads, of a category or of all, that were begun since the caller''s last visit and that the caller has not opened, the newest first.';

create function public.next_unread(after uuid)
returns table (thread_id uuid, is_new boolean)
language sql stable rows 1
begin atomic
  select o.thread_id, o.is_new
  from (
    (
      select u.thread_id, false as is_new, u.last_activity as at
      from private.unread_of(null) u
      where u.thread_id is distinct from next_unread.after
      order by u.last_activity desc, u.thread_id
      limit 1
    )
    union all
    (
      select n.thread_id, true, n.created_at
      from private.new_of(null) n
      where n.thread_id is distinct from next_unread.after
      order by n.created_at desc, n.thread_id
      limit 1
    )
  ) o
  order by o.is_new, o.at desc
  limit 1;
end;

comment on function public.next_unread(uuid) is
  'Which thread the caller may read after this one: the latest unread one, else the newest new one.';

create function public.mark_all_read(
  seconds_ago integer default 0, category uuid default null, only_new boolean default false
) returns integer
language sql volatile
begin atomic
  with put_aside as (
    insert into public.category_reads as c (category_id, read_until)
    select g.id, now() - make_interval(secs => least(greatest(mark_all_read.seconds_ago, 0), 60))
    from public.forum_categories g
    where mark_all_read.only_new and private.may_keep()
      and (mark_all_read.category is null or g.id = mark_all_read.category)
    order by g.id
    on conflict on constraint category_reads_pkey do update
      set read_until = excluded.read_until where excluded.read_until > c.read_until
    returning 1
  ), marked as (
    update public.thread_reads s
    set read_until = now() - make_interval(secs => least(greatest(mark_all_read.seconds_ago, 0), 60))
    where s.user_id = (select auth.uid()) and not mark_all_read.only_new
      and s.thread_id in (
        select u.thread_id
        from public.thread_reads u
        join public.threads t on t.id = u.thread_id
        where u.user_id = (select auth.uid()) and t.last_activity > u.read_until
          and (mark_all_read.category is null or t.category_id = mark_all_read.category)
        order by t.last_activity desc
        -- Below the limit of writes a minute.
        limit 300
      )
    returning 1
  )
  select ((select count(*) from put_aside) + (select count(*) from marked))::integer;
end;

comment on function public.mark_all_read(integer, uuid, boolean) is
  'Marks the caller''s unread threads, of a category or of all, as read, 300 at most; or puts the new ones aside. What came in the last `seconds_ago` seconds stays. Returns how many rows it wrote.';

create function private.export_member_read_discussions(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(s) || jsonb_build_object('discussion', private.title_for(member, t))
  from public.thread_reads s join public.threads t on t.id = s.thread_id
  where s.user_id = member order by s.thread_id offset skip limit 500;
end;

create function private.erase_member_thread_reads(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.thread_reads s
  where s.user_id = member
    and s.thread_id in (select x.thread_id from public.thread_reads x where x.user_id = member limit 500)
  returning 1;
end;

revoke all on function
  public.mark_thread_read(uuid, uuid), public.merge_thread_reads(text[]), public.unread_replies(uuid[]),
  public.unread_threads(integer, integer, uuid), public.new_threads(integer, integer, uuid), public.next_unread(uuid),
  public.mark_all_read(integer, uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  public.mark_thread_read(uuid, uuid), public.merge_thread_reads(text[]), public.unread_replies(uuid[]),
  public.unread_threads(integer, integer, uuid), public.new_threads(integer, integer, uuid), public.next_unread(uuid),
  public.mark_all_read(integer, uuid, boolean)
  to authenticated;
grant execute on function
  private.has_unread_replies(uuid, timestamptz, uuid, uuid[], text[]),
  private.news_of(public.threads, timestamptz, uuid, timestamptz, uuid[], text[]),
  private.unread_of(uuid), private.new_of(uuid)
  to authenticated, service_role;
grant execute on function private.delete_old_thread_reads() to service_role, site_jobs;
