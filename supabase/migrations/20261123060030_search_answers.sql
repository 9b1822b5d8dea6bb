-- What stands on top, and what is offered while a word is not finished: a member whose name was typed comes first; the
-- beginning of a word finds every form of it; and what is merely like the words is offered only when nothing, and
-- nobody, has them.

-- The index keeps stems: `allotm` begins `allotment`, whose stem is `allot`. So the known words that begin like the
-- last one are looked for by their own stems. Called by private.best_query, under its owner.
create function private.beginning_query(typed text) returns tsquery
language plpgsql stable strict set search_path = ''
as $$
declare
  words text[] := private.typed_words(typed);
  last_word text := lower(words[cardinality(words)]);
  question tsquery := private.prefix_query(typed);
  endings tsquery;
  one tsquery;
begin
  if question is null or char_length(last_word) < 3 then
    return question;
  end if;
  for one in
    select distinct to_tsquery('private.words', quote_literal(w.word))
    from (select s.word from private.search_words s where s.word ^@ last_word order by s.word limit 20) w
  loop
    endings := case when endings is null then one else endings || one end;
  end loop;
  if endings is null then
    return question;
  end if;
  if cardinality(words) > 1 then
    endings := endings
      && to_tsquery('private.words', '''' || array_to_string(words[:cardinality(words) - 1], ''' & ''') || '''');
  end if;
  return question || endings;
end
$$;

comment on function private.beginning_query(text) is 'Every word of what was typed, the last one perhaps not finished, in any of its forms.';

-- The question that finds something: as it was typed, or meant (search_synonyms); its last word as a beginning; and,
-- unless a member's name was typed, the words that look like it, all of them, or any. While typing it is about titles,
-- and the last word is always a beginning.
create function private.best_query(typed text, typing boolean, is_name boolean)
returns table (query tsquery, is_exact boolean)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  for attempt in (case when typing then 2 else 1 end)..(case when is_name then 2 else 4 end) loop
    query := case attempt
      when 1 then private.with_synonyms(private.words_query(typed), typed)
      when 2 then private.with_synonyms(private.beginning_query(typed), typed)
      when 3 then private.similar_query(typed, ' & ')
      else private.similar_query(typed, ' | ')
    end;
    is_exact := attempt = 1 or attempt = 2 and (typing or typed !~ '["“”„«»]');
    exit when exists (select from private.find_threads(query, typing, '{}', null, 1))
      or exists (select from private.find_articles(query, typing))
      or (not typing and exists (select from private.find_replies(query, '{}', null, null, 1)));
    query := null;
    -- What was to be left out must not come back with what is like it.
    exit when not typing and typed ~ '(^|\s)-\S';
  end loop;
  return next;
end
$$;

-- Runs as its owner, because under row security no index serves `ilike` (see the chapter on searching); it gives ids
-- of what every guest may see. Each way is bounded: two letters are the beginning of a username or nothing, since
-- trigrams need three, and a part that half of all names share must not be compared with each of them.
create function private.find_members(words text, wanted integer)
returns table (member_id uuid, worth double precision, is_it boolean, is_name boolean)
language plpgsql stable security definer rows 20 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_variable
declare
  name text := lower(ltrim(btrim(words), '@'));
  pattern text := '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  parts text[] := regexp_split_to_array(name, '\s+');
begin
  if char_length(name) < 2 then
    return;
  end if;
  return query
    with candidates as (
      select p.id from public.profiles p where lower(p.username) = name
      union
      (select p.id from public.profiles p where lower(p.username) ^@ name order by lower(p.username) limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username ilike pattern limit 500)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.username operator(extensions.%) name limit 200)
      union
      (select p.id from public.profiles p where char_length(name) > 2 and p.full_name operator(extensions.%) name limit 200)
    ), judged as (
      select p.id, p.reputation, p.username, p.full_name,
        lower(p.username) = name or coalesce(lower(p.full_name) = name, false) as is_it,
        -- Every word begins one of the name.
        char_length(name) > 2 and not exists (
          select from unnest(parts) as typed (part)
          where not exists (
            select
            from regexp_split_to_table(lower(p.username || ' ' || coalesce(p.full_name, '')), '[\s._-]+') as known (part)
            where known.part ^@ typed.part
          )
        ) as is_name
      from candidates c
      join public.profiles p on p.id = c.id
      where p.user_level <> 'Banned'
    )
    select j.id,
      (lower(j.username) = name)::integer * 8 + j.is_it::integer * 4 + j.is_name::integer * 2
        + extensions.similarity(j.username, name) + coalesce(extensions.similarity(j.full_name, name), 0),
      j.is_it, j.is_it or j.is_name
    from judged j
    order by 2 desc, j.reputation desc, j.id
    limit wanted;
end
$$;

comment on function private.find_members(text, integer) is
  'Members by name, best first. is_it: the name is what was typed; is_name: every word that was typed begins one of the name.';

-- As above, for tags: a policy hides those that only hidden discussions carry, and it has the last word.
create function private.find_tags(words text, wanted integer)
returns table (tag text, is_it boolean)
language plpgsql stable security definer rows 20 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_variable
declare
  name text := private.tag_key(words);
  pattern text := '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  return query
    select f.tag, f.tag = name
    from (
      select t.tag from public.tags t where t.tag = any (private.typed_words(name)) or t.tag = name
      union
      (select t.tag from public.tags t where t.tag ^@ name order by t.tag limit 200)
      union
      (select t.tag from public.tags t where char_length(name) > 2 and t.tag like pattern limit 500)
      union
      (
        select t.tag from public.tags t
        where char_length(name) > 2 and t.tag operator(extensions.%) name and extensions.similarity(t.tag, name) > 0.45
        limit 200
      )
    ) f
    join public.tags t on t.tag = f.tag
    where t.thread_count > 0
    order by 2 desc, t.thread_count desc, f.tag
    limit wanted;
end
$$;

comment on function private.find_tags(text, integer) is 'Tags by words or a part of them, the very one first, then the most used.';

-- Replaced whole: what is new is how members and tags are found, and where members stand.
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
      -- A name is the answer to words that no discussion has in its title.
      exists (select from named n where n.is_name)
        and not exists (select from private.find_threads(b.query, true, '{}', null, 1)) as is_about_members
    from given g
    cross join lateral private.best_query(search.query, typing, exists (select from named n where n.is_name)) b
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
    select p.*, n.worth, n.is_it or n.is_name and a.is_about_members as is_first, n.total
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
    select case when m.is_first then 0 else 4 end, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
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

drop function private.best_query(text, boolean);

revoke execute on all functions in schema private from public;
grant execute on function private.best_query(text, boolean, boolean), private.find_members(text, integer),
  private.find_tags(text, integer) to anon, authenticated, service_role;
