-- What the front page shows to a member: the discussions to read next.

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

-- The rows of a list, in the order in which they are to be read: embedded in an answer, rows of a function lose it.
create function public.for_you(max_rows integer default 20)
returns table (
  id uuid, title text, tags text[], is_sticky boolean, is_pinned boolean, is_locked boolean,
  is_hidden boolean, answer_id uuid, reply_count integer, view_count integer, upvote_count integer,
  last_activity timestamptz, created_at timestamptz, author jsonb, category jsonb, last_writer jsonb
)
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
      where private.news_of(
        c.thread, c.read_until, (select auth.uid()), null,
        (select private.muted_members((select auth.uid()))), (select private.muted_words((select auth.uid())))
      ) = 'unread'
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
          and private.news_of(x, null, (select auth.uid()), now() - interval '30 days', '{}', '{}') = 'new'
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
          and private.news_of(x, null, (select auth.uid()), now() - interval '30 days', '{}', '{}') = 'new'
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
  select
    t.id, t.title, t.tags, t.is_sticky, t.is_pinned, t.is_locked, t.is_hidden, t.answer_id,
    t.reply_count, t.view_count, t.upvote_count, t.last_activity, t.created_at,
    (
      select jsonb_build_object(
        'id', p.id, 'username', p.username, 'user_level', p.user_level, 'avatar_url', p.avatar_url
      )
      from public.profiles p
      where p.id = t.author_id
    ),
    (
      select jsonb_build_object('id', g.id, 'name', g.name, 'slug', g.slug, 'color', g.color)
      from public.forum_categories g
      where g.id = t.category_id
    ),
    (
      select (
        select jsonb_build_object('id', p.id, 'username', p.username, 'avatar_url', p.avatar_url)
        from public.profiles p
        where p.id = r.author_id
      )
      from public.replies r
      where r.thread_id = t.id and not r.is_hidden
      order by r.created_at desc, r.id desc
      limit 1
    )
  from (
    select d.id, d.rank, d.at
    from (select distinct on (c.id) c.id, c.rank, c.at from chosen c order by c.id, c.rank) d
    order by d.rank, d.at desc, d.id
    limit least(greatest(for_you.max_rows, 0), 50)
  ) o
  join public.threads t on t.id = o.id
  order by o.rank, o.at desc, o.id;
end;

comment on function public.for_you(integer) is
  'Threads for the caller to read next, as rows of a list, 50 at most: unread ones that they follow or that members wrote whom they follow, then new ones in the categories that they read, then the latest.';

revoke all on function public.for_you(integer) from public, anon, authenticated, service_role;
grant execute on function private.read_categories() to authenticated, service_role;
grant execute on function public.for_you(integer) to authenticated;
