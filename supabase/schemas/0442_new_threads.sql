-- Followers of a member are notified of the member's new threads, by a job: publishing writes one row of
-- private.thread_outbox. The kinds of notifications and the topics that members choose by are defined once, in
-- private.notification_topic and private.notification_topics.

create table private.thread_outbox (
  id bigint generated always as identity not null,
  thread_id uuid not null,
  after_member uuid,
  created_at timestamptz not null default now(),
  constraint thread_outbox_pkey primary key (id),
  constraint thread_outbox_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_outbox is
  'New threads whose followers and watchers are still to be told. Emptied by private.notify_of_new_threads.';
comment on column private.thread_outbox.after_member is 'How far it came, in the order of the members'' ids.';

create index thread_outbox_thread_id_idx on private.thread_outbox (thread_id);

revoke all on private.thread_outbox from public, anon, authenticated, service_role;

create function private.queue_new_thread(thread public.threads) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select from public.follows f where f.followed_id = (thread).author_id)
    or exists (select from public.watches w where w.category_id = (thread).category_id)
    or exists (
      select from public.watches w
      where w.tag = any (array(select private.tag_key(t.tag) from unnest((thread).tags) as t (tag)))
    ) then
    insert into private.thread_outbox (thread_id) values ((thread).id);
  end if;
end
$$;

comment on function private.queue_new_thread(public.threads) is
  'Queues a thread for those who follow its author, or watch its category or a tag. Called by private.publish_post.';

create function private.notify_of_new_threads(batch integer default 250) returns bigint
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

comment on function private.notify_of_new_threads(integer) is
  'Tells a batch of those who follow the author, or watch the category or a tag, of a thread that waits, taken at random; gives 0 when none waits. Called by a job until then.';

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

grant execute on function private.notify_of_new_threads(integer) to service_role, site_jobs;
