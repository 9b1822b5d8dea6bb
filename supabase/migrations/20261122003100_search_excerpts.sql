-- Excerpts show what stands before the found words too, from two places of a text; and a tag of three letters is not
-- like every other one: 'tax' had offered 'tat'.

create or replace function private.mark_words(line text, query tsquery, whole boolean) returns text
language sql stable parallel safe
return case
  when query is null then line
  when whole then ts_headline('private.words'::regconfig, line, query, U&'StartSel="\0001", StopSel="\0002", HighlightAll=true')
  else ts_headline('private.words'::regconfig, left(line, 20000), query, U&'StartSel="\0001", StopSel="\0002", MaxFragments=2, MaxWords=18, MinWords=8, FragmentDelimiter=" … "')
end;

create or replace function public.search(
  query text,
  only_kind text default 'all',
  in_category text default null,
  by_author text default null,
  since timestamptz default null,
  typing boolean default false,
  max_rows integer default 20,
  skip integer default 0
) returns table (
  kind text,
  id uuid,
  title text,
  excerpt text,
  slug text,
  section text,
  thread_id uuid,
  username text,
  avatar_url text,
  user_level text,
  at timestamptz,
  reply_count integer,
  thread_count integer,
  is_exact boolean,
  total bigint
)
language sql stable rows 20
begin atomic
  with asked as materialized (
    select b.query, b.is_exact,
      btrim(left(search.query, 200)) as words,
      '%' || replace(replace(replace(btrim(left(search.query, 200)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern,
      (select c.id from public.forum_categories c where c.slug = in_category) as category_id,
      (select p.id from public.profiles p where lower(p.username) = lower(by_author)) as author_id,
      in_category is null and by_author is null and search.since is null as is_free
    from private.best_query(search.query, typing) b
    where char_length(btrim(search.query)) > 1
  ), thread_hits as (
    select f.thread_id, max(f.rank) as rank
    from asked a
    cross join lateral (
      select true as in_title, 100 as wanted
      union all
      select false, 200 where not typing
    ) way
    cross join lateral private.find_threads(
      a.query, way.in_title,
      case when in_category is null then '{}' else array['c' || coalesce(a.category_id::text, '')] end
        || case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      search.since, way.wanted
    ) f
    where only_kind in ('all', 'threads')
    group by f.thread_id
  ), thread_page as materialized (
    select t.*, private.worth(h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.*, private.worth(f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_replies(
      a.query,
      case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      case when in_category is null then null else coalesce(a.category_id, '00000000-0000-0000-0000-000000000000') end,
      search.since, 200
    ) f
    join public.replies r on r.id = f.reply_id
    where only_kind in ('all', 'replies') and not typing
    order by worth desc, r.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), article_page as materialized (
    select b.*, private.worth(f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_articles(a.query, typing) f
    join public.blog_posts b on b.id = f.article_id
    where only_kind in ('all', 'articles') and in_category is null and b.published
      and (by_author is null or b.author_id = a.author_id)
      and (search.since is null or coalesce(b.published_at, b.created_at) >= search.since)
    order by worth desc, b.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), member_page as materialized (
    select p.*,
      (lower(p.username) = lower(a.words))::integer * 4
        + (p.username ilike a.pattern)::integer
        + extensions.similarity(p.username, a.words)
        + coalesce(extensions.similarity(p.full_name, a.words), 0) as worth,
      count(*) over () as total
    from asked a
    join public.profiles p on p.username ilike a.pattern or p.full_name ilike a.pattern
      or p.username operator(extensions.%) a.words or p.full_name operator(extensions.%) a.words
    where only_kind in ('all', 'members') and a.is_free and p.user_level <> 'Banned'
    order by worth desc, p.reputation desc, p.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), tag_page as materialized (
    select t.tag, t.thread_count, t.tag = private.tag_key(a.words) as is_it, count(*) over () as total
    from asked a
    join public.tags t on t.tag like lower(a.pattern) or t.tag = any (private.typed_words(lower(a.words)))
      or t.tag operator(extensions.%) lower(a.words) and extensions.similarity(t.tag, lower(a.words)) > 0.45
    where only_kind in ('all', 'tags') and a.is_free
    order by is_it desc, t.thread_count desc, t.tag
    limit case when only_kind = 'all' then 8 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), answers as (
    select 1 as kind_place, t.worth, 'thread' as kind, t.id,
      private.mark_words(t.title, a.query, true) as title,
      case when not typing then private.mark_words(private.readable(t.content), a.query, false) end as excerpt,
      c.slug, c.name as section, t.id as thread_id, p.username, p.avatar_url, p.user_level,
      t.last_activity as at, t.reply_count, null::integer as thread_count, a.is_exact, t.total
    from asked a
    cross join thread_page t
    join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 2, r.worth, 'reply', r.id, t.title,
      private.mark_words(private.readable(r.content), a.query, false),
      c.slug, c.name, t.id, p.username, p.avatar_url, p.user_level,
      r.created_at, null, null, a.is_exact, r.total
    from asked a
    cross join reply_page r
    join public.threads t on t.id = r.thread_id
    join public.profiles p on p.id = r.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 3, b.worth, 'article', b.id,
      private.mark_words(b.title, a.query, true),
      case when not typing then private.mark_words(private.readable(b.excerpt || ' ' || b.content), a.query, false) end,
      b.slug, b.category, null, coalesce(p.full_name, p.username), p.avatar_url, p.user_level,
      coalesce(b.published_at, b.created_at), null, null, a.is_exact, b.total
    from asked a
    cross join article_page b
    left join public.profiles p on p.id = b.author_id
    union all
    select 4, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
      null, null, null, m.username, m.avatar_url, m.user_level,
      m.joined_at, m.total_replies, m.total_posts, true, m.total
    from member_page m
    union all
    select 5, g.is_it::integer * 1e9 + g.thread_count, 'tag', null, g.tag, null,
      null, null, null, null, null, null, null, null, g.thread_count, true, g.total
    from tag_page g
  )
  select n.kind, n.id, n.title, n.excerpt, n.slug, n.section, n.thread_id, n.username, n.avatar_url,
    n.user_level, n.at, n.reply_count, n.thread_count, n.is_exact, n.total
  from answers n
  order by n.kind_place, n.worth desc, n.id;
end;
