-- Hiding, showing and deleting a discussion take a moment, however many replies it has.
--
-- Each reply carries whether its discussion is hidden, so that a policy need not look it up for every reply, and each
-- falls with a dozen rows of other tables: for 20,000 replies hiding took up to 6 s and deleting up to 8 s, which is
-- when a statement is ended. Now the first replies follow at once, the others in the background, and meanwhile nobody
-- reads a reply of a discussion that is on its way out.

create table private.pending_threads (
  thread_id uuid not null,
  goal text not null,
  requested_at timestamptz not null default now(),
  constraint pending_threads_pkey primary key (thread_id),
  constraint pending_threads_goal_known check (goal in ('hide', 'show', 'delete'))
);

comment on table private.pending_threads is
  'Discussions whose replies are still to be hidden, shown or deleted. Worked off by private.work_off_threads().';
comment on column private.pending_threads.thread_id is
  'No foreign key: the row of a discussion that is deleted goes, and comes back empty until its replies are gone.';

revoke all on private.pending_threads from public, anon, authenticated, service_role;

-- Run as their owner because the table is nobody's to read. They tell ids of nothing that can be read.
create function private.unseen_threads() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(p.thread_id), '{}') from private.pending_threads p where p.goal in ('hide', 'delete')
$$;

create function private.threads_being_deleted() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(p.thread_id), '{}') from private.pending_threads p where p.goal = 'delete'
$$;

comment on function private.unseen_threads() is
  'Discussions on their way out whose replies do not all say so yet; a handful at most. For the policies.';
comment on function private.threads_being_deleted() is
  'Discussions that are deleted and whose replies are not all gone yet. For the policies.';

-- ---------------------------------------------------------------------------------------------------------
-- Who reads what
-- ---------------------------------------------------------------------------------------------------------

-- A discussion that is deleted and still has replies is an empty row: hidden, and without a title, which no other is.
alter policy read_visible_or_own on public.threads
  using (not is_hidden or (title <> '' and (author_id = (select auth.uid()) or (select private.is_admin()))));

alter policy read_visible on public.replies
  using (
    not is_hidden and not is_thread_hidden
    and thread_id <> all ((select private.unseen_threads())::uuid[])
  );

alter policy read_visible_or_own on public.replies
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

-- ---------------------------------------------------------------------------------------------------------
-- Hiding and showing
-- ---------------------------------------------------------------------------------------------------------

-- Follows `threads.is_hidden` in a batch of replies; gives their number. The row in pending_threads is locked by the
-- caller, so that two that go opposite ways take turns, and the second sees what the first did.
create function private.hide_replies(thread uuid, hidden boolean, batch integer) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  followed integer;
begin
  update public.replies r set is_thread_hidden = hide_replies.hidden
  where r.id in (
    select x.id
    from public.replies x
    where x.thread_id = hide_replies.thread and x.is_thread_hidden <> hide_replies.hidden
    order by x.created_at, x.id
    limit hide_replies.batch
  );
  get diagnostics followed = row_count;
  if followed < hide_replies.batch then
    delete from private.pending_threads p where p.thread_id = hide_replies.thread;
  end if;
  return followed;
end
$$;

-- As before, but only the first replies follow at once.
create or replace function private.count_thread() returns trigger
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
      insert into private.pending_threads as p (thread_id, goal)
      values (new.id, case when new.is_hidden then 'hide' else 'show' end)
      on conflict on constraint pending_threads_pkey do update set goal = excluded.goal, requested_at = excluded.requested_at;
      perform private.hide_replies(new.id, new.is_hidden, 200);
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

-- ---------------------------------------------------------------------------------------------------------
-- Deleting
-- ---------------------------------------------------------------------------------------------------------

-- Not by cascade: the replies of a short discussion are deleted by the trigger below, those of a long one keep an empty
-- row to hang on, which satisfies the key at the end of the statement.
alter table public.replies
  drop constraint replies_thread_id_fkey,
  add constraint replies_thread_id_fkey foreign key (thread_id) references public.threads (id);

-- What the discussion gave to whom is taken back while its rows can still be read: of a short one all at once, of a long
-- one its author's and its votes' share; the replies' share follows with each of them (private.recount_reply).
create or replace function private.uncount_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  at_once constant integer := 100;
begin
  if old.title = '' then
    return old; -- the empty row of one that was deleted before
  end if;
  if (select count(*) > at_once from (
    select from public.replies r where r.thread_id = old.id limit at_once + 1
  ) r) then
    insert into private.pending_threads (thread_id, goal) values (old.id, 'delete')
    on conflict on constraint pending_threads_pkey do update set goal = 'delete', requested_at = excluded.requested_at;
    update public.profiles p
    set total_posts = p.total_posts - (not old.is_hidden)::integer,
      reputation = p.reputation - 2 * (not old.is_hidden)::integer - 10 * (
        select count(*) from public.reactions x where x.thread_id = old.id and x.user_id <> old.author_id
      )
    where p.id = old.author_id;
  else
    perform from public.replies r where r.thread_id = old.id order by r.id for update;
    -- An array, because the planner would read all profiles for an `or` with a subquery.
    perform from public.profiles p
    where p.id = any (array(select old.author_id union select r.author_id from public.replies r where r.thread_id = old.id))
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
  end if;
  if not old.is_hidden then
    update public.forum_categories
    set thread_count = thread_count - 1, post_count = post_count - 1 - old.reply_count
    where id = old.category_id;
  end if;
  return old;
end
$$;

create function private.take_replies_along() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.title <> '' and exists (
    select from private.pending_threads p where p.thread_id = old.id and p.goal = 'delete'
  ) then
    -- Reports of replies are settled by who deletes the discussion, not by the job.
    if private.is_admin() then
      update public.reports r
      set state = 'resolved', resolution = coalesce(r.resolution, 'It was deleted.')
      where r.state = 'open'
        and exists (select from public.replies x where x.id = r.target_id and x.thread_id = old.id);
    end if;
    insert into public.threads
      (id, title, content, author_id, category_id, is_hidden, is_locked, reply_count, last_activity, created_at, updated_at)
    values (
      old.id, '', '', old.author_id, old.category_id, true, true, old.reply_count, old.last_activity, old.created_at,
      old.updated_at
    );
  else
    delete from public.replies r where r.thread_id = old.id;
    delete from private.pending_threads p where p.thread_id = old.id;
  end if;
  return null;
end
$$;

-- Before the foreign keys are looked at, by its name: theirs begin with RI.
create trigger "10_take_replies_along"
  after delete on public.threads
  for each row execute function private.take_replies_along();

-- The empty row is no post: nobody wrote it, it counts nowhere and nobody follows it.
drop trigger prepare_thread on public.threads;
create trigger prepare_thread
  before insert on public.threads
  for each row when (new.title is distinct from '' or not new.is_hidden)
  execute function private.prepare_thread();
drop trigger count_thread_insert on public.threads;
create trigger count_thread_insert
  after insert on public.threads
  for each row when (new.title <> '')
  execute function private.count_thread();
drop trigger validate_text on public.threads;
create trigger validate_text_insert
  before insert on public.threads
  for each row when (new.title is distinct from '' or not new.is_hidden)
  execute function private.validate_thread_text();
create trigger validate_text_update
  before update of title, content, tags on public.threads
  for each row execute function private.validate_thread_text();
drop trigger zz_announce on public.threads;
create trigger zz_announce
  after insert on public.threads
  for each row when (new.title <> '')
  execute function private.announce_thread();
create trigger zz_announce_delete
  after delete on public.threads
  for each row when (old.title <> '')
  execute function private.announce_thread();

-- Hiding, showing again, and deleting: the reverse of counting. The discussion's latest activity is looked up only when
-- this was it, at the end of the index.
create or replace function private.recount_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.replies := case when tg_op = 'DELETE' then old else new end;
  delta integer := case when tg_op = 'DELETE' or new.is_hidden then -1 else 1 end;
  upvotes bigint := 0;
  thread public.threads;
  latest timestamptz;
begin
  -- A hidden reply was not counted any more, but what its upvotes gave was.
  if tg_op = 'DELETE' and old.is_hidden then
    delta := 0;
  end if;
  select t.* into thread from public.threads t where t.id = subject.thread_id for no key update;
  if not found then
    return old; -- it falls with its discussion, where private.uncount_thread has counted it
  end if;
  if tg_op = 'DELETE' then
    upvotes := (select count(*) from public.reactions x where x.reply_id = old.id and x.user_id <> old.author_id);
  end if;
  perform private.announce(jsonb_build_object(
    'table', 'replies', 'op', tg_op, 'id', subject.id,
    'thread_id', subject.thread_id, 'category_id', thread.category_id, 'author_id', subject.author_id
  ));
  update public.profiles
  set total_replies = total_replies + delta, reputation = reputation + delta - 5 * upvotes
  where id = subject.author_id;
  if delta <> 0 then
    latest := greatest(thread.last_activity, subject.created_at);
    if delta < 0 and subject.created_at >= thread.last_activity then
      latest := greatest(thread.created_at, (
        select r.created_at
        from public.replies r
        where r.thread_id = subject.thread_id and not r.is_hidden and r.id <> subject.id
        order by r.created_at desc
        limit 1
      ));
    end if;
    update public.threads t
    set reply_count = t.reply_count + delta, last_activity = latest
    where t.id = subject.thread_id;
  end if;
  return old;
end
$$;

-- As before, but a vote that falls with its discussion finds an empty row there, perhaps: it counts nowhere any more.
create or replace function private.count_reaction() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  vote public.reactions := case when tg_op = 'DELETE' then old else new end;
  delta integer := case when tg_op = 'DELETE' then -1 else 1 end;
  author uuid;
  thread uuid;
begin
  if vote.thread_id is not null then
    update public.threads set upvote_count = upvote_count + delta
    where id = vote.thread_id and title <> ''
    returning author_id, id into author, thread;
  else
    update public.replies set upvote_count = upvote_count + delta
    where id = vote.reply_id
    returning author_id, thread_id into author, thread;
  end if;
  if not found then
    return null; -- it falls with its target, where it has been counted
  end if;
  if author <> vote.user_id then
    update public.profiles
    set reputation = reputation + delta * case when vote.thread_id is not null then 10 else 5 end
    where id = author;
  end if;
  -- Nothing of the voter: whoever listens learns that a count changed.
  perform private.announce(jsonb_strip_nulls(jsonb_build_object(
    'table', 'reactions', 'op', tg_op, 'id', vote.id, 'thread_id', thread, 'reply_id', vote.reply_id,
    'category_id', (select t.category_id from public.threads t where t.id = thread)
  )));
  return null;
end
$$;

-- ---------------------------------------------------------------------------------------------------------
-- The job
-- ---------------------------------------------------------------------------------------------------------

-- Runs as its owner: the replies are others'.
create function private.work_off_threads(batch integer default 100) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  task private.pending_threads;
  worked integer;
begin
  -- At random: one that fails, for whatever reason, holds up none of the others.
  select p.* into task from private.pending_threads p order by random() limit 1 for update skip locked;
  if not found then
    return 0;
  end if;
  if task.goal <> 'delete' then
    return 1 + private.hide_replies(task.thread_id, task.goal = 'hide', work_off_threads.batch);
  end if;
  -- The newest first: an answer to another reply goes before it, and is not changed first.
  delete from public.replies r
  where r.id in (
    select x.id from public.replies x
    where x.thread_id = task.thread_id
    order by x.created_at desc, x.id desc
    limit work_off_threads.batch
  );
  get diagnostics worked = row_count;
  if worked < work_off_threads.batch then
    delete from public.threads t where t.id = task.thread_id and t.title = '';
    delete from private.pending_threads p where p.thread_id = task.thread_id;
  end if;
  return 1 + worked;
end
$$;

comment on function private.work_off_threads(integer) is
  'Hides, shows or deletes a batch of the replies of a discussion that waits; gives 0 when none waits. Called by a job until then.';

revoke execute on all functions in schema private from public;
grant execute on function private.unseen_threads(), private.threads_being_deleted() to anon, authenticated, service_role;
grant execute on function private.work_off_threads(integer) to service_role;
