-- Queues of the jobs: a row that fails is tried again after a pause that doubles, and meanwhile the others go on. What fails
-- is in one table, which the metrics and `npm run doctor` read.

create table private.queue_failures (
  queue text not null,
  item text not null,
  attempts smallint not null default 1,
  next_at timestamptz not null default now() + interval '10 seconds',
  error text not null,
  constraint queue_failures_pkey primary key (queue, item)
);

comment on table private.queue_failures is
  'Rows of queues whose latest attempts failed. Written and emptied by private.attempt; a row that is gone from its queue is forgotten after two days.';
comment on column private.queue_failures.item is 'The key of the row in its queue.';
comment on column private.queue_failures.next_at is 'It is not taken before.';

revoke all on private.queue_failures from public, anon, authenticated, service_role;

create function private.is_due(queue text, item text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from private.queue_failures f where f.queue = is_due.queue and f.item = is_due.item and f.next_at > now()
  )
$$;

comment on function private.is_due(text, text) is 'Whether a row of a queue may be taken: it did not fail, or its pause is over.';

-- A statement that ends by statement_timeout (query_canceled) is a failure like others: it is what a row that is too much
-- for a job ends with.
create function private.attempt(queue text, item text, statement text) returns bigint
language plpgsql set search_path = ''
as $$
declare
  done bigint;
begin
  execute attempt.statement into done;
  delete from private.queue_failures f where f.queue = attempt.queue and f.item = attempt.item;
  return done;
exception when query_canceled or others then
  insert into private.queue_failures as f (queue, item, error)
  values (attempt.queue, attempt.item, left(sqlstate || ' ' || sqlerrm, 300))
  on conflict on constraint queue_failures_pkey do update
  set attempts = least(f.attempts + 1, 1000), error = excluded.error,
    next_at = now() + least(interval '10 seconds' * 2 ^ least(f.attempts, 12), interval '1 hour');
  return 1;
end
$$;

comment on function private.attempt(text, text, text) is
  'Does the work of a row of a queue, which the caller has locked, and returns how much that was. If the work fails, it is undone, and the row is not due for a while (private.is_due).';

create function private.failing_queues() returns table (queue text, failing bigint, attempts integer, error text)
language sql stable security definer set search_path = ''
as $$
  select f.queue, count(*), max(f.attempts)::integer, (array_agg(f.error order by f.attempts desc))[1]
  from private.queue_failures f
  group by f.queue
  -- Those that count attempts in their rows: the first is the one that is being made.
  union all
  select 'notification_pushes', count(*), max(p.tries)::integer, 'The push service did not take it.'
  from private.notification_pushes p
  where p.sent_at is null and p.tries > 1
  having count(*) > 0
  union all
  select 'data_exports', count(*), max(e.tries)::integer, 'See job.failed in the log.'
  from public.data_exports e
  where e.state = 'failed' or e.state = 'waiting' and e.tries > 1
  having count(*) > 0
$$;

comment on function private.failing_queues() is
  'Per queue, how many rows failed when they were last tried, how often the worst of them, and with what. For metrics and the doctor.';

create function private.forget_queue_failures() returns bigint
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from private.queue_failures f where f.next_at < now() - interval '2 days' returning 1
  )
  select count(*) from gone
$$;

comment on function private.forget_queue_failures() is
  'Deletes failures of rows that nothing has tried since: they are gone from their queue. Called by a job.';

create or replace function private.notify_followers(batch integer default 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.reply_outbox;
begin
  -- Of a thread at random, the first row: it says how far a pass came.
  select o.* into base
  from private.reply_outbox o
  where not exists (select from private.reply_outbox e where e.thread_id = o.thread_id and e.id < o.id)
    and private.is_due('reply_outbox', o.thread_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'reply_outbox', base.thread_id::text,
    format('select private.tell_followers(%L, %s)', base.id, notify_followers.batch)
  );
end
$$;

create function private.tell_followers(outbox_id bigint, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  base private.reply_outbox;
  looked integer;
  latest uuid;
begin
  select o.* into base from private.reply_outbox o where o.id = tell_followers.outbox_id;
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
    limit tell_followers.batch
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
  if looked < tell_followers.batch then
    delete from private.reply_outbox o where o.thread_id = base.thread_id and o.id between base.id and base.last_id;
  else
    update private.reply_outbox o
    set after_follower = latest, last_id = base.last_id
    where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

comment on function private.tell_followers(bigint, integer) is
  'Tells a batch of the followers of the thread of that row, which the caller has locked.';

create or replace function private.notify_of_new_threads(batch integer default 250) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  base private.thread_outbox;
begin
  select o.* into base
  from private.thread_outbox o
  where private.is_due('thread_outbox', o.thread_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'thread_outbox', base.thread_id::text,
    format('select private.tell_of_new_thread(%L, %s)', base.id, notify_of_new_threads.batch)
  );
end
$$;

create function private.tell_of_new_thread(outbox_id bigint, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  base private.thread_outbox;
  after_member uuid;
  thread public.threads;
  tags text[];
  looked integer;
  latest uuid;
begin
  select o.* into base from private.thread_outbox o where o.id = tell_of_new_thread.outbox_id;
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
      limit tell_of_new_thread.batch
    )
    union all
    (
      select w.user_id, 'thread_watched'
      from public.watches w
      where w.category_id = thread.category_id and w.user_id > after_member
      order by w.user_id
      limit tell_of_new_thread.batch
    )
    union all
    select w.user_id, 'thread_watched'
    from unnest(tags) as one (tag)
    cross join lateral (
      select x.user_id
      from public.watches x
      where x.tag = one.tag and x.user_id > after_member
      order by x.user_id
      limit tell_of_new_thread.batch
    ) w
  ), members as materialized (
    select r.user_id, array_agg(distinct r.kind) as kinds
    from reasons r
    group by r.user_id
    order by r.user_id
    limit tell_of_new_thread.batch
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
  if looked < tell_of_new_thread.batch then
    delete from private.thread_outbox o where o.id = base.id;
  else
    update private.thread_outbox o set after_member = latest where o.id = base.id;
  end if;
  return looked + 1;
end
$$;

comment on function private.tell_of_new_thread(bigint, integer) is
  'Tells a batch of those who follow the author, or watch the category or a tag, of the thread of that row, which the caller has locked.';

create or replace function private.process_pending_threads(batch integer default 100) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  task private.pending_threads;
begin
  -- At random: one that fails, for whatever reason, holds up none of the others.
  select p.* into task
  from private.pending_threads p
  where private.is_due('pending_threads', p.thread_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'pending_threads', task.thread_id::text,
    format('select private.follow_thread(%L, %L, %s)', task.thread_id, task.goal, process_pending_threads.batch)
  );
end
$$;

create function private.follow_thread(thread uuid, goal text, batch integer) returns bigint
language plpgsql set search_path = ''
as $$
declare
  chosen uuid[];
begin
  if follow_thread.goal <> 'delete' then
    return 1 + private.hide_replies(follow_thread.thread, follow_thread.goal = 'hide', follow_thread.batch);
  end if;
  -- The newest first: an answer to another reply goes before it, and is not changed first.
  chosen := array(
    select x.id from public.replies x
    where x.thread_id = follow_thread.thread
    order by x.created_at desc, x.id desc
    limit follow_thread.batch
  );
  perform private.lock_deleted_replies(chosen);
  delete from public.replies r where r.id = any (chosen);
  if cardinality(chosen) < follow_thread.batch then
    delete from public.threads t where t.id = follow_thread.thread and t.title = '';
    delete from private.pending_threads p where p.thread_id = follow_thread.thread;
  end if;
  return 1 + cardinality(chosen);
end
$$;

comment on function private.follow_thread(uuid, text, integer) is
  'Hides, shows or deletes a batch of the replies of a thread, whose row in pending_threads the caller has locked.';

create or replace function private.erase_accounts() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  next private.account_erasures;
begin
  -- At random: an account that cannot be erased, for whatever reason, holds up nobody behind it.
  select e.* into next
  from private.account_erasures e
  where private.is_due('account_erasures', e.user_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'account_erasures', next.user_id::text, format('select private.erase_account(%L, %L)', next.user_id, next.with_posts)
  );
end
$$;

create function private.erase_account(member uuid, with_posts boolean) returns bigint
language plpgsql set search_path = ''
as $$
declare
  gone integer;
begin
  gone := private.erase_belongings(erase_account.member);
  if gone = 0 and erase_account.with_posts then
    gone := private.erase_posts(erase_account.member);
  end if;
  if gone > 0 then
    return gone;
  end if;
  delete from private.account_erasures e where e.user_id = erase_account.member;
  -- Nothing of theirs is left that anybody could see: neither is there anything to hold together.
  delete from public.profiles p
  where p.id = erase_account.member and p.is_deleted
    and not exists (select from public.threads t where t.author_id = p.id)
    and not exists (select from public.replies r where r.author_id = p.id)
    and not exists (select from public.reactions x where x.user_id = p.id)
    and not exists (select from public.blog_posts b where b.author_id = p.id)
    and not exists (select from public.post_revisions v where v.editor_id = p.id)
    and not exists (select from public.reports r where p.id in (r.reporter_id, r.target_author_id, r.profile_id))
    and not exists (select from private.report_decisions d where d.admin_id = p.id)
    and not exists (select from public.moderation_log l where l.actor_id = p.id);
  return 1;
end
$$;

comment on function private.erase_account(uuid, boolean) is
  'Erases a piece of a closed account, whose row in account_erasures the caller has locked.';

create or replace function private.send_reminders(batch integer default 100) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
  sent bigint := 0;
begin
  for due in
    with threads as materialized (
      select x.user_id, x.thread_id, null::uuid as reply_id
      from public.bookmarks x
      where x.remind_at <= now() and private.is_due('reminders', x.user_id || ' ' || x.thread_id)
      order by x.remind_at limit send_reminders.batch for update skip locked
    ), replies as materialized (
      select x.user_id, null::uuid as thread_id, x.reply_id
      from public.reply_bookmarks x
      where x.remind_at <= now() and private.is_due('reminders', x.user_id || ' ' || x.reply_id)
      order by x.remind_at limit send_reminders.batch for update skip locked
    )
    select * from threads
    union all
    select * from replies
  loop
    sent := sent + private.attempt(
      'reminders', due.user_id || ' ' || coalesce(due.reply_id, due.thread_id),
      format('select private.remind(%L, %L, %L)', due.user_id, due.thread_id, due.reply_id)
    );
  end loop;
  return sent;
end
$$;

create function private.remind(member uuid, thread uuid, reply uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  note text;
begin
  if reply is null then
    update public.bookmarks b set remind_at = null
    where b.user_id = remind.member and b.thread_id = remind.thread
    returning b.note into note;
  else
    update public.reply_bookmarks b set remind_at = null
    where b.user_id = remind.member and b.reply_id = remind.reply
    returning b.note into note;
    select r.thread_id into thread from public.replies r where r.id = remind.reply;
  end if;
  -- The bell and mails read under the member's policies too; this leaves no row of what is hidden.
  if exists (
    select
    from public.threads t
    left join public.replies r on r.id = remind.reply
    where t.id = remind.thread
      and (not t.is_hidden or t.author_id = remind.member)
      and (remind.reply is null or private.is_shown(r) or r.author_id = remind.member)
  ) and exists (
    select from public.profiles p where p.id = remind.member and p.user_level <> 'Banned' and not p.is_deleted
  ) then
    perform private.create_notification(remind.member, 'bookmark_reminder', null, remind.thread, remind.reply, null, note);
  end if;
  return 1;
end
$$;

comment on function private.remind(uuid, uuid, uuid) is
  'Notifies a member of a bookmark of theirs, which the caller has locked: of a thread, or of a reply.';

create or replace function private.erase_closed_accounts() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  closed record;
  done bigint := 0;
begin
  for closed in
    select c.user_id
    from private.closed_accounts c
    join auth.users u on u.id = c.user_id
    where c.closed_at < now() - interval '180 days' and u.deleted_at is not null
      and private.is_due('closed_accounts', c.user_id::text)
    order by c.closed_at
    limit 100
    for update of c skip locked
  loop
    done := done + private.attempt(
      'closed_accounts', closed.user_id::text,
      format('with gone as (delete from auth.users where id = %L returning 1) select count(*) from gone', closed.user_id)
    );
  end loop;
  return done;
end
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.failing_queues() to service_role;
grant execute on function private.forget_queue_failures() to service_role, site_jobs;
