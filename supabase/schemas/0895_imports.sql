-- What `npm run import` brought from another forum: which row became which, where it stood there, and how it is counted.
--
-- Imported posts are old: they tell nobody, announce nothing, and are counted a batch at a time. With a counter per row
-- a batch would lock threads, members and categories in any order; counted together they are locked in the order of
-- 0310_threads. The import says so by a setting that no request can change, because no exposed function sets one.

create table private.imported (
  source text not null,
  foreign_id text not null,
  id uuid not null,
  old_address text,
  imported_at timestamptz not null default now(),
  constraint imported_pkey primary key (source, foreign_id)
);

comment on table private.imported is
  'Which row of another forum became which row here: a second import adds nothing, and old addresses lead to the new ones.';
comment on column private.imported.source is 'The forum software: discourse, nodebb or csv.';
comment on column private.imported.foreign_id is 'Kind and id there: member 7, category 3, thread 12, reply 40, vote 7 on 40.';
comment on column private.imported.id is
  'The row here, which may be deleted by now. No foreign key: what is deleted is not imported again.';
comment on column private.imported.old_address is 'Its path there in its shortest spelling, without the first slash: t/12, t/12/3, u/asha.';

create index imported_old_address_idx on private.imported (old_address) where old_address is not null;
create index imported_id_idx on private.imported (id);

revoke all on private.imported from public, anon, authenticated, service_role;

-- Of what everybody may see. Runs as its owner: no role may read the table.
create function private.imported_page(old_addresses text[])
returns table (id uuid, thread_id uuid, title text, category text, reply_id uuid, username text)
language sql stable security definer rows 1 set search_path = ''
as $$
  select i.id, t.id, t.title, c.slug, r.id, p.username
  from (
    select i.id from private.imported i
    where i.old_address = any (imported_page.old_addresses)
    order by array_position(imported_page.old_addresses, i.old_address)
    limit 1
  ) i
  left join public.replies r on r.id = i.id and not r.is_hidden and not r.is_thread_hidden
  left join public.threads t on t.id in (i.id, r.thread_id) and not t.is_hidden
  left join public.forum_categories c on c.id in (i.id, t.category_id)
  left join public.profiles p on p.id = i.id and not p.is_deleted
  where coalesce(c.id, p.id) is not null
$$;

comment on function private.imported_page(text[]) is
  'What the first of these old addresses that is known shows now, by its id: a category (slug alone), a thread, a reply, or a member. No row when there is none.';

-- A closed account leaves no name behind.
create function private.forget_old_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.imported i set old_address = null where i.id = new.id;
  return null;
end
$$;

create trigger forget_old_address
  after update of is_deleted on public.profiles
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.forget_old_address();

-- Taken before the rows of a batch are written, in the order of 0310_threads.
create function private.lock_for_import(replies uuid[], threads uuid[]) returns void
language sql volatile set search_path = ''
as $$
  select from public.replies r where r.id = any (lock_for_import.replies) order by r.id for no key update;
  select from public.threads t where t.id = any (lock_for_import.threads) order by t.id for no key update;
$$;

-- What the silent triggers would have counted, and nobody is told. `last_active` is the time of the posts.
create function private.count_imported(threads uuid[], replies uuid[], votes uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  with given as (
    select t.author_id as member, (not t.is_hidden)::integer as posts, 0 as replies,
      2 * (not t.is_hidden)::integer as reputation, t.created_at as at
    from public.threads t where t.id = any (count_imported.threads)
    union all
    select r.author_id, 0, private.is_shown(r)::integer, private.is_shown(r)::integer, r.created_at
    from public.replies r where r.id = any (count_imported.replies)
    union all
    select coalesce(t.author_id, r.author_id), 0, 0, case when x.thread_id is null then 5 else 10 end, null
    from public.reactions x
    left join public.threads t on t.id = x.thread_id
    left join public.replies r on r.id = x.reply_id
    where x.id = any (count_imported.votes) and x.user_id <> coalesce(t.author_id, r.author_id)
  ), totals as (
    select g.member, sum(g.posts) as posts, sum(g.replies) as replies, sum(g.reputation) as reputation, max(g.at) as at
    from given g group by g.member
  ), locked as materialized (
    select p.id from public.profiles p where p.id in (select t.member from totals t) order by p.id for no key update
  )
  update public.profiles p
  set total_posts = p.total_posts + t.posts, total_replies = p.total_replies + t.replies,
    reputation = p.reputation + t.reputation, last_active = greatest(p.last_active, t.at)
  from locked l join totals t on t.member = l.id
  where p.id = l.id;

  insert into public.thread_subscriptions (user_id, thread_id, created_at)
  select t.author_id, t.id, t.created_at
  from public.threads t join auth.users u on u.id = t.author_id
  where t.id = any (count_imported.threads)
  on conflict do nothing;

  -- An edit tells those alone whom the text did not name before.
  perform private.record_new_mentions(t.content, t.author_id, t.id, null)
  from public.threads t where t.id = any (count_imported.threads) and strpos(t.content, '@') > 0;
  perform private.record_new_mentions(r.content, r.author_id, null, r.id)
  from public.replies r where r.id = any (count_imported.replies) and strpos(r.content, '@') > 0;

  insert into private.thread_days as d (thread_id, day, replies, upvotes)
  select n.thread_id, private.counted_day(private.utc_day(n.at)), sum(n.replies), sum(n.upvotes)
  from (
    select r.thread_id, r.created_at as at, 1 as replies, 0 as upvotes
    from public.replies r where r.id = any (count_imported.replies) and not r.is_hidden
    union all
    select x.thread_id, x.created_at, 0, 1
    from public.reactions x where x.id = any (count_imported.votes) and x.thread_id is not null
  ) n
  group by 1, 2
  on conflict on constraint thread_days_pkey do update
  set replies = d.replies + excluded.replies, upvotes = d.upvotes + excluded.upvotes;

  delete from private.daily_post_stats k
  where k.day in (
    select private.india_day(t.created_at) from public.threads t where t.id = any (count_imported.threads)
    union all
    select private.india_day(r.created_at) from public.replies r where r.id = any (count_imported.replies)
  );

  update public.replies r set upvote_count = r.upvote_count + n.votes
  from (
    select x.reply_id, count(*) as votes
    from public.reactions x where x.id = any (count_imported.votes) and x.reply_id is not null group by 1
  ) n
  where r.id = n.reply_id;

  -- The category follows from the thread's reply_count (private.count_thread).
  update public.threads t
  set reply_count = t.reply_count + n.replies, upvote_count = t.upvote_count + n.votes,
    last_activity = greatest(t.last_activity, n.latest)
  from (
    select g.thread_id, sum(g.replies) as replies, sum(g.votes) as votes, max(g.latest) as latest
    from (
      select r.thread_id, 1 as replies, 0 as votes, r.created_at as latest
      from public.replies r where r.id = any (count_imported.replies) and not r.is_hidden
      union all
      select x.thread_id, 0, 1, null
      from public.reactions x where x.id = any (count_imported.votes) and x.thread_id is not null
    ) g
    group by 1
  ) n
  where t.id = n.thread_id;

  update public.forum_categories c
  set thread_count = c.thread_count + n.threads, post_count = c.post_count + n.threads
  from (
    select t.category_id, count(*) as threads
    from public.threads t where t.id = any (count_imported.threads) and not t.is_hidden group by 1
  ) n
  where c.id = n.category_id;
end
$$;

comment on function private.count_imported(uuid[], uuid[], uuid[]) is
  'Counts the threads, replies and votes that an import has just inserted, in its transaction, once.';

create function private.drop_abandoned_import() returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  -- The tables say when they were made. The lock is that of a running import (server/import/import.ts).
  if obj_description(to_regclass('private.import_rows'))::timestamptz < now() - interval '30 days'
    and pg_try_advisory_xact_lock(718201131) then
    drop table if exists private.import_rows, private.import_queue, private.import_notes;
    return 1;
  end if;
  return 0;
end
$$;

comment on function private.drop_abandoned_import() is
  'Drops what an import read and did not finish within 30 days; returns 1 if it did. Called by a job.';

grant execute on function private.imported_page(text[]) to service_role;
grant execute on function private.drop_abandoned_import() to service_role, site_jobs;
