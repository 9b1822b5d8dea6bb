-- The second step of search: rows, read by the caller through the policies, with their excerpts.

-- Runs as its owner, because its body names functions of `private`. The headline knows no stems of Tamil: the words of the text that have one of the question's are looked for beside it.
create function private.with_tamil_words(query tsquery, line text) returns tsquery
language plpgsql stable strict parallel safe security definer set search_path = ''
as $$
declare
  found record;
  answer tsquery := query;
begin
  for found in
    select distinct quote_literal(w.stem)::tsquery as stem, quote_literal(w.word)::tsquery as word
    from (
      select m.match[1] as word, private.tamil_stem(m.match[1]) as stem
      from regexp_matches(left(line, 20000), '[\u0b80-\u0bff]+', 'g') as m (match)
    ) w
    where w.stem <> w.word and position(quote_literal(w.stem) in query::text) > 0
  loop
    answer := ts_rewrite(answer, found.stem, found.stem || found.word);
  end loop;
  return answer;
end
$$;

-- What is found is between \1 and \2, which no text holds: the page makes marks of them, not HTML.
-- What was found is marked in the text as it was written. Signs are parted from words by a control character, which
-- the parser takes for a blank, and which is taken out again.
create function private.mark_words(line text, query tsquery, whole boolean) returns text
language sql stable parallel safe
return case
  when query is null then line
  else translate(
    ts_headline(
      'private.words'::regconfig,
      regexp_replace(
        case when whole then line else left(line, 20000) end,
        '(' || private.word_signs() || '+|/|\m[Rr][Ss](?=\d)|(?<=[A-Za-z])(?:\.(?=[0-9A-Za-z])|-(?=\d)))',
        E'\x03\\1\x03', 'g'
      ),
      case when line ~ '[\u0b80-\u0bff]' then private.with_tamil_words(query, line) else query end,
      case
        when whole then U&'StartSel="\0001", StopSel="\0002", HighlightAll=true'
        else U&'StartSel="\0001", StopSel="\0002", MaxFragments=1, MaxWords=45, MinWords=35'
      end
    ),
    E'\x03', ''
  )
end;

-- The words matter most. A year halves the rest of the score down to two fifths, and being talked about adds:
-- ten replies and upvotes a quarter, a hundred nearly half.
create function private.search_score(rank real, at timestamptz, talk integer) returns double precision
language sql stable parallel safe
return rank
  * (0.4 + 0.6 * power(0.5, least(greatest(extract(epoch from now() - at), 0) / 31536000.0, 60)))
  * (1 + ln(1 + greatest(talk, 0)) / 10);

comment on function private.search_score(real, timestamptz, integer) is 'By what an answer is ordered: rank of its words, age, and how much it is talked about.';

create function private.search_worth(sort text, rank real, at timestamptz, talk integer) returns double precision
language sql stable parallel safe
return case when sort = 'date' then extract(epoch from at) else private.search_score(rank, at, talk) end;

comment on function private.search_worth(text, real, timestamptz, integer) is 'By what answers are ordered: date, or relevance.';

create function public.search(
  query text,
  only_kind text default 'all',
  in_category text default null,
  by_author text default null,
  since timestamptz default null,
  typing boolean default false,
  max_rows integer default 20,
  skip integer default 0,
  sort text default 'relevance'
) returns table (
  kind text,
  id uuid,
  title text,
  excerpt text,
  slug text,
  section text,
  thread_id uuid,
  username text,
  author_id uuid,
  avatar_url text,
  user_level text,
  at timestamptz,
  reply_count integer,
  thread_count integer,
  is_exact boolean,
  total bigint,
  is_answered boolean,
  meant text
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
      private.search_worth(search.sort, h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.id, r.thread_id, r.author_id, r.content, r.created_at,
      private.search_worth(search.sort, f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
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
      private.search_worth(search.sort, f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
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
  ), answers as materialized (
    select 1 as kind_place, t.worth, 'thread' as kind, t.id,
      private.mark_words(t.title, a.query, true) as title,
      case when not typing then private.mark_words(private.strip_html(private.own_html(t.content)), a.query, false) end as excerpt,
      c.slug, c.name as section, t.id as thread_id, p.username, p.id as author_id, p.avatar_url, p.user_level,
      t.last_activity as at, t.reply_count, null::integer as thread_count, a.is_exact, t.total,
      t.answer_id is not null as is_answered
    from asked a
    cross join thread_page t
    join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 2, r.worth, 'reply', r.id, t.title,
      private.mark_words(private.strip_html(private.own_html(r.content)), a.query, false),
      c.slug, c.name, t.id, p.username, p.id, p.avatar_url, p.user_level,
      r.created_at, null, null, a.is_exact, r.total, t.answer_id is not distinct from r.id
    from asked a
    cross join reply_page r
    join public.threads t on t.id = r.thread_id
    join public.profiles p on p.id = r.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 3, b.worth, 'article', b.id,
      private.mark_words(b.title, a.query, true),
      case when not typing then private.mark_words(private.strip_html(private.own_html(b.excerpt || ' ' || b.content)), a.query, false) end,
      b.slug, b.category, null, coalesce(p.full_name, p.username), p.id, p.avatar_url, p.user_level,
      coalesce(b.published_at, b.created_at), null, null, a.is_exact, b.total, false
    from asked a
    cross join article_page b
    left join public.profiles p on p.id = b.author_id
    union all
    select case when m.is_first then 0 else 4 end, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
      null, null, null, m.username, m.id, m.avatar_url, m.user_level,
      m.joined_at, m.total_replies, m.total_posts, true, m.total, false
    from member_page m
    union all
    select 5, g.is_it::integer * 1e9 + g.thread_count, 'tag', null, g.tag, null,
      null, null, null, null, null, null, null, null, null, g.thread_count, true, g.total, false
    from tag_page g
  ), doubt as materialized (
    -- Asked only where few posts were found, or none that has all the words.
    select case
      when not typing and not exists (select from named n where n.is_name) and (
        select coalesce(sum(n.total), 0)
        from (select distinct x.kind, x.total from answers x where x.kind in ('thread', 'reply', 'article')) n
      ) between 1 and case when a.is_exact then 10 else 600 end then private.meant_by(a.words)
    end as meant
    from asked a
  )
  select n.kind, n.id, n.title, n.excerpt, n.slug, n.section, n.thread_id, n.username, n.author_id, n.avatar_url,
    n.user_level, n.at, n.reply_count, n.thread_count, n.is_exact, n.total, n.is_answered, d.meant
  from answers n
  cross join doubt d
  order by n.kind_place, n.worth desc, n.id;
end;

comment on function public.search(text, text, text, text, timestamptz, boolean, integer, integer, text) is
  'Finds by words what guests may see. only_kind: all, threads, replies, articles, members or tags; typing: titles only, the last word unfinished; sort: relevance or date, of the 200 best. Found words stand between \1 and \2; total counts at most the 200 best; is_answered: a thread with an accepted answer, or a reply that is one; meant: the query in a spelling that finds more, if a word of it is hardly used.';

-- The words of a title that few others have say what it is about: the four rarest choose, all of them rank.
create function private.find_similar(title text, wanted integer)
returns table (thread_id uuid, likeness double precision)
language plpgsql stable security definer rows 5 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
declare
  words text[];
  weights double precision[];
begin
  select array_agg(x.word order by x.uses), array_agg(1 / (1 + ln(1 + x.uses)) order by x.uses)
  into words, weights
  from (
    select l.lexeme as word, (
      select count(*)
      from (select from private.thread_words w where w.title @@ quote_literal(l.lexeme)::tsquery limit 1000) one
    ) as uses
    from unnest(to_tsvector('private.words', private.normalize_for_search(left(title, 200)))) l
    limit 12
  ) x
  where x.uses > 0;
  if words is null then
    return;
  end if;
  return query
    with hits as (
      select f.thread_id
      from private.find_threads(
        (select string_agg(quote_literal(w), ' | ') from unnest(words[1:4]) as w)::tsquery, true, '{}', null, 300
      ) f
    ), judged as (
      select h.thread_id, (
        select sum(weights[i])
        from generate_subscripts(words, 1) as i
        where t.title @@ quote_literal(words[i])::tsquery
      ) / (select sum(w) from unnest(weights) as w) as likeness
      from hits h
      join private.thread_words t on t.thread_id = h.thread_id
    )
    select j.thread_id, j.likeness
    from judged j
    where j.likeness > 0.3
    order by j.likeness desc, j.thread_id
    limit wanted;
end
$$;

create function public.similar_threads(title text, max_rows integer default 5)
returns setof public.threads
language sql stable rows 5
begin atomic
  select t
  from private.find_similar(similar_threads.title, least(greatest(max_rows, 0), 20)) f
  join public.threads t on t.id = f.thread_id
  order by t.answer_id is null, f.likeness desc, t.last_activity desc, t.id;
end;

comment on function public.similar_threads(text, integer) is
  'Threads whose titles share the telling words of this one: those with an accepted answer first, then the likest.';

-- A text index of every three letters would find parts of words too, and cost each reply more than all that is done
-- for it now. So the words are asked that the search has anyway: the visible replies by their index, the newest 200;
-- the hidden ones by reading them. Runs as its caller: what is read, the policies show.
create function public.replies_with_words(words text) returns setof public.replies
language sql stable rows 100
begin atomic
  select r
  from private.find_replies(private.prefix_query(words), '{}', null, null, 200) f
  join public.replies r on r.id = f.reply_id
  where (select public.is_admin())
  union all
  (
    select r
    from public.replies r
    where (r.is_hidden or r.is_thread_hidden)
      and (select public.is_admin())
      and private.reply_words(r.content) @@ private.prefix_query(words)
    order by r.created_at desc
    limit 200
  );
end;

comment on function public.replies_with_words(text) is
  'For admins: the newest replies that have all of these words, the last one perhaps not finished, hidden ones too. Nothing for others.';

revoke all on function
  public.search(text, text, text, text, timestamptz, boolean, integer, integer, text),
  public.similar_threads(text, integer), public.replies_with_words(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.with_tamil_words(tsquery, text), private.mark_words(text, tsquery, boolean), private.search_score(real, timestamptz, integer),
  private.search_worth(text, real, timestamptz, integer),
  public.search(text, text, text, text, timestamptz, boolean, integer, integer, text), private.find_similar(text, integer),
  public.similar_threads(text, integer)
  to anon, authenticated, service_role;
grant execute on function public.replies_with_words(text) to authenticated;
