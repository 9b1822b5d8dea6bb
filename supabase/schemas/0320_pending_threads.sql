-- Hiding, showing and deleting a thread take a moment, however many replies it has.
--
-- Each reply carries whether its thread is hidden, so that a policy need not look it up for every reply, and each is
-- deleted with a dozen rows of other tables: for 20,000 replies hiding in one statement took up to 6 s and deleting up
-- to 8 s, which is when a statement is ended. The first replies follow at once, the others in the background, and
-- meanwhile nobody reads a reply of a thread that is being hidden or deleted.

create table private.pending_threads (
  thread_id uuid not null,
  goal text not null,
  requested_at timestamptz not null default now(),
  constraint pending_threads_pkey primary key (thread_id),
  constraint pending_threads_goal_known check (goal in ('hide', 'show', 'delete'))
);

comment on table private.pending_threads is
  'Threads whose replies are still to be hidden, shown or deleted. Worked off by private.process_pending_threads().';
comment on column private.pending_threads.thread_id is
  'No foreign key: the row of a thread that is deleted goes, and comes back empty until its replies are gone.';

revoke all on private.pending_threads from public, anon, authenticated, service_role;

-- Run as their owner because no role may read the table. Their ids are of threads that nobody can read.
create function private.unseen_threads() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(p.thread_id), '{}') from private.pending_threads p where p.goal in ('hide', 'delete')
$$;

comment on function private.unseen_threads() is
  'Threads on their way out whose replies do not all say so yet; a handful at most. For the policies.';

create function private.threads_being_deleted() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(p.thread_id), '{}') from private.pending_threads p where p.goal = 'delete'
$$;

comment on function private.threads_being_deleted() is
  'Threads that are deleted and whose replies are not all gone yet. For the policies.';

-- Follows `threads.is_hidden` in a batch of replies, and counts them in their authors' profiles; returns their number. The
-- row in pending_threads is locked by the caller, so that two that go opposite ways take turns, and the second sees what
-- the first did. The thread's author is locked with the others, for private.count_thread.
create function private.hide_replies(thread uuid, hidden boolean, batch integer) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  chosen uuid[];
begin
  chosen := array(
    select x.id
    from public.replies x
    where x.thread_id = hide_replies.thread and x.is_thread_hidden <> hide_replies.hidden
    order by x.created_at, x.id
    limit hide_replies.batch
  );
  perform from public.replies r where r.id = any (chosen) order by r.id for no key update;
  perform private.lock_profiles(array(
    select r.author_id from public.replies r where r.id = any (chosen)
    union
    select t.author_id from public.threads t where t.id = hide_replies.thread
  ));
  with followed as (
    update public.replies r set is_thread_hidden = hide_replies.hidden
    where r.id = any (chosen)
    returning r.author_id, not r.is_hidden as counts
  ), totals as (
    select f.author_id, count(*) * case when hide_replies.hidden then -1 else 1 end as replies
    from followed f
    where f.counts
    group by f.author_id
  )
  update public.profiles p
  set total_replies = p.total_replies + t.replies, reputation = p.reputation + t.replies
  from totals t
  where p.id = t.author_id;
  if cardinality(chosen) < hide_replies.batch then
    delete from private.pending_threads p where p.thread_id = hide_replies.thread;
  end if;
  return cardinality(chosen);
end
$$;

create function private.delete_replies_of_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.state <> 'deleted' and exists (
    select from private.pending_threads p where p.thread_id = old.id and p.goal = 'delete'
  ) then
    -- Reports of replies are settled by who deletes the thread, not by the job.
    if private.is_admin() then
      update public.reports r
      set state = 'resolved', resolution = coalesce(r.resolution, 'It was deleted.')
      where r.state = 'open'
        and exists (select from public.replies x where x.id = r.target_id and x.thread_id = old.id);
    end if;
    insert into public.threads
      (id, title, content, author_id, category_id, state, is_hidden, is_locked, reply_count, last_activity, created_at,
        updated_at)
    values (
      old.id, '', '', old.author_id, old.category_id, 'deleted', true, true, old.reply_count, old.last_activity, old.created_at,
      old.updated_at
    );
  else
    delete from public.replies r where r.thread_id = old.id;
    delete from private.pending_threads p where p.thread_id = old.id;
  end if;
  return null;
end
$$;

-- Fires before the triggers of the foreign keys, because of its name: theirs begin with RI.
create trigger "10_delete_replies_of_thread"
  after delete on public.threads
  for each row execute function private.delete_replies_of_thread();

-- Runs as its owner: the replies are others'.
create function private.process_pending_threads(batch integer default 100) returns bigint
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

comment on function private.process_pending_threads(integer) is
  'Hides, shows or deletes a batch of the replies of a thread that waits; gives 0 when none waits. Called by a job until then.';

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
    delete from public.threads t where t.id = follow_thread.thread and t.state = 'deleted';
    delete from private.pending_threads p where p.thread_id = follow_thread.thread;
  end if;
  return 1 + cardinality(chosen);
end
$$;

comment on function private.follow_thread(uuid, text, integer) is
  'Hides, shows or deletes a batch of the replies of a thread, whose row in pending_threads the caller has locked.';

grant execute on function
  private.unseen_threads(), private.threads_being_deleted()
  to anon, authenticated, service_role;
grant execute on function private.process_pending_threads(integer) to service_role, site_jobs;
