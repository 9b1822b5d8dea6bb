-- What the front page shows to a member: the discussions to read next, and what is new in the categories one reads.

-- Under the caller's policies, like the functions after it.
create function private.read_categories() returns setof uuid
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

comment on function private.read_categories() is
  'The three categories of which the caller has lately opened the most threads.';

create function public.for_you(max_rows integer default 20)
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

comment on function public.for_you(integer) is
  'Threads for the caller to read next, 50 at most: unread ones that they follow or that members wrote whom they follow, then new ones in the categories that they read, then the latest.';

create function public.new_in_read_categories(since timestamptz)
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

comment on function public.new_in_read_categories(timestamptz) is
  'Of the three categories that the caller reads most: how many threads were started since and not opened, counted to 100. Of the last 30 days at most.';

revoke all on function
  public.for_you(integer), public.new_in_read_categories(timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function private.read_categories() to authenticated, service_role;
grant execute on function public.for_you(integer), public.new_in_read_categories(timestamptz) to authenticated;
