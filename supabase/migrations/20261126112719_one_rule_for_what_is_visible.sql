set local check_function_bodies = off;

DROP POLICY "read_visible_or_own" ON "public"."threads";

create or replace function private.is_visible_to(thread public.threads, member uuid, is_admin boolean) returns boolean
language sql immutable parallel safe
return not thread.is_hidden or (thread.title <> '' and (thread.author_id = member or is_admin));

create or replace function private.title_for(member uuid, thread public.threads) returns text
language sql stable set search_path = ''
as $$
  select case when private.is_visible_to(thread, member, private.is_admin(member)) then (thread).title end
$$;

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
  total bigint,
  is_answered boolean
)
language sql stable rows 20
begin atomic
  with given as materialized (
    select btrim(left(search.query, 200)) as words,
      in_category is null and by_author is null and search.since is null as is_free
    where char_length(btrim(search.query)) > 1
  ), named as materialized (
    select m.member_id, m.worth, m.is_it, m.is_name, count(*) over () as total
    from given g
    cross join lateral private.find_members(g.words, 200) m
    where only_kind in ('all', 'members') and g.is_free
  ), asked as materialized (
    select b.query, b.is_exact, g.words, g.is_free,
      (select c.id from public.forum_categories c where c.slug = in_category) as category_id,
      (select p.id from public.profiles p where lower(p.username) = lower(by_author)) as author_id,
      -- A name is the answer to words that no thread has in its title.
      exists (select from named n where n.is_name)
        and not exists (select from private.find_threads(b.query, true, '{}', null, 1)) as is_about_members
    from given g
    cross join lateral private.resolve_query(search.query, typing, exists (select from named n where n.is_name)) b
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
    select t.id, t.title, t.content, t.author_id, t.category_id, t.reply_count, t.last_activity, t.answer_id,
      private.search_score(h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.id, r.thread_id, r.author_id, r.content, r.created_at,
      private.search_score(f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
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
    select b.id, b.title, b.slug, b.excerpt, b.content, b.category, b.author_id, b.published_at, b.created_at,
      private.search_score(f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
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
    select p.id, p.username, p.full_name, p.avatar_url, p.bio, p.user_level, p.joined_at, p.total_posts, p.total_replies,
      n.worth, n.is_it or n.is_name and a.is_about_members as is_first, n.total
    from asked a
    cross join named n
    join public.profiles p on p.id = n.member_id
    order by n.worth desc, p.reputation desc, p.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), tag_page as materialized (
    select t.tag, t.thread_count, f.is_it, count(*) over () as total
    from asked a
    cross join lateral private.find_tags(a.words, 200) f
    join public.tags t on t.tag = f.tag
    where only_kind in ('all', 'tags') and a.is_free
    order by is_it desc, t.thread_count desc, t.tag
    limit case when only_kind = 'all' then 8 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), answers as (
    select 1 as kind_place, t.worth, 'thread' as kind, t.id,
      private.mark_words(t.title, a.query, true) as title,
      case when not typing then private.mark_words(private.strip_html(t.content), a.query, false) end as excerpt,
      c.slug, c.name as section, t.id as thread_id, p.username, p.avatar_url, p.user_level,
      t.last_activity as at, t.reply_count, null::integer as thread_count, a.is_exact, t.total,
      t.answer_id is not null as is_answered
    from asked a
    cross join thread_page t
    join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 2, r.worth, 'reply', r.id, t.title,
      private.mark_words(private.strip_html(r.content), a.query, false),
      c.slug, c.name, t.id, p.username, p.avatar_url, p.user_level,
      r.created_at, null, null, a.is_exact, r.total, t.answer_id is not distinct from r.id
    from asked a
    cross join reply_page r
    join public.threads t on t.id = r.thread_id
    join public.profiles p on p.id = r.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 3, b.worth, 'article', b.id,
      private.mark_words(b.title, a.query, true),
      case when not typing then private.mark_words(private.strip_html(b.excerpt || ' ' || b.content), a.query, false) end,
      b.slug, b.category, null, coalesce(p.full_name, p.username), p.avatar_url, p.user_level,
      coalesce(b.published_at, b.created_at), null, null, a.is_exact, b.total, false
    from asked a
    cross join article_page b
    left join public.profiles p on p.id = b.author_id
    union all
    select case when m.is_first then 0 else 4 end, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
      null, null, null, m.username, m.avatar_url, m.user_level,
      m.joined_at, m.total_replies, m.total_posts, true, m.total, false
    from member_page m
    union all
    select 5, g.is_it::integer * 1e9 + g.thread_count, 'tag', null, g.tag, null,
      null, null, null, null, null, null, null, null, g.thread_count, true, g.total, false
    from tag_page g
  )
  select n.kind, n.id, n.title, n.excerpt, n.slug, n.section, n.thread_id, n.username, n.avatar_url,
    n.user_level, n.at, n.reply_count, n.thread_count, n.is_exact, n.total, n.is_answered
  from answers n
  order by n.kind_place, n.worth desc, n.id;
end;

CREATE POLICY "read_visible_or_own" ON "public"."threads" FOR SELECT TO "authenticated" USING (private.is_visible_to(threads.*, ( SELECT auth.uid() AS uid), ( SELECT private.is_admin() AS is_admin)));

COMMENT ON FUNCTION "private"."is_visible_to"(public.threads, uuid, boolean) IS 'Whether a member, or an administrator, may see a thread. The one rule of it: guests see what is not hidden.';

COMMENT ON FUNCTION "private"."title_for"(uuid, public.threads) IS 'The title of a thread that the member may see; null of any other.';

REVOKE ALL ON FUNCTION "private"."is_visible_to"(public.threads, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_visible_to"(public.threads, uuid, boolean) TO "authenticated", "service_role";
