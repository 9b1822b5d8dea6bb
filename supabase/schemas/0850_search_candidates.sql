-- The first step of search: ids of what every guest may see. See 0800_search_words.
--
-- The index of replies is read once for each period, to count and to rank. The texts are read of those alone that are
-- ranked.

create function private.find_threads(
  query tsquery, in_title boolean, facets text[], since timestamptz, wanted integer
) returns table (thread_id uuid, rank real)
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
declare
  periods text[];
  enough boolean;
begin
  if not private.can_use_index(query) then
    return;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    if step < 4 then
      -- Counting is cheap beside ranking.
      enough := wanted <= (
        select count(*) from (
          select
          from private.thread_words w
          where case when in_title then w.title @@ query else w.words @@ query end
            and (facets = '{}' or w.facets @> facets) and w.facets && periods
            and (since is null or w.created_at >= since)
          limit wanted
        ) found
      );
      continue when not enough;
    end if;
    return query
      with hits as materialized (
        select w.thread_id, w.created_at, w.words
        from private.thread_words w
        where case when in_title then w.title @@ query else w.words @@ query end
          and (facets = '{}' or w.facets @> facets) and (periods is null or w.facets && periods)
          and (since is null or w.created_at >= since)
        limit 10000
      ), newest as (
        select h.thread_id, h.words from hits h order by h.created_at desc, h.thread_id limit wanted
      )
      select n.thread_id, ts_rank('{0.1, 0.2, 0.6, 1.0}', n.words, query, 1) from newest n;
    return;
  end loop;
end
$$;

-- As above, on the index of the replies themselves. The inner limit comes before the category is looked up: a word
-- that everybody uses, in a category where nobody writes, must not read a million rows to find that out.
create function private.find_replies(
  query tsquery, facets text[], category uuid, since timestamptz, wanted integer
) returns table (reply_id uuid, rank real)
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
declare
  periods text[];
  found_now bigint;
  newest uuid[];
begin
  if not private.can_use_index(query) then
    return;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    -- The limit comes before the category is looked up: a word that everybody uses, in a category where nobody writes,
    -- must not read a million rows to find that out.
    with hits as materialized (
      select r.id, r.created_at, r.thread_id
      from public.replies r
      where not r.is_hidden and not r.is_thread_hidden
        and private.reply_words(r.content) @@ query
        and (facets = '{}' or private.reply_facets(r.created_at, r.author_id) @> facets)
        and (periods is null or private.reply_facets(r.created_at, r.author_id) && periods)
        and (since is null or r.created_at >= since)
      limit 10000
    )
    select
      (select count(*) from hits),
      array(
        select h.id
        from hits h
        where category is null or exists (
          select from public.threads t where t.id = h.thread_id and t.category_id = category
        )
        order by h.created_at desc, h.id
        limit wanted
      )
    into found_now, newest;
    exit when found_now >= wanted * case when category is null then 1 else 10 end;
  end loop;
  return query
    select r.id, ts_rank(private.reply_words(r.content), query, 1)
    from public.replies r
    where r.id = any (newest);
end
$$;

create function private.find_articles(query tsquery, in_title boolean)
returns table (article_id uuid, rank real)
language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if not private.can_use_index(query) then
    return;
  end if;
  return query
    select w.article_id, ts_rank('{0.1, 0.2, 0.6, 1.0}', w.words, query, 1)
    from private.article_words w
    where case when in_title then w.title @@ query else w.words @@ query end
    limit 500;
end
$$;

-- Runs as its owner, because under row security no index serves `ilike` (0800_search_words); it gives ids of what every
-- guest may see. Each way is bounded: two letters are the beginning of a username or nothing, since trigrams need
-- three, and a part that half of all names share must not be compared with each of them. A tombstone has no name to be
-- found by.
create function private.find_members(words text, wanted integer)
returns table (member_id uuid, worth double precision, is_it boolean, is_name boolean)
language plpgsql
stable security definer ROWS 20
set search_path = ''
SET plan_cache_mode TO 'force_custom_plan'
SET enable_seqscan TO 'off'
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
      where p.user_level <> 'Banned' and not p.is_deleted
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

-- Whether a question finds anything. Nothing is ordered or ranked for it.
create function private.has_replies(query tsquery) returns boolean
language plpgsql stable set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
declare
  periods text[];
begin
  if not private.can_use_index(query) then
    return false;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    if exists (
      select
      from public.replies r
      where not r.is_hidden and not r.is_thread_hidden
        and private.reply_words(r.content) @@ has_replies.query
        and (periods is null or private.reply_facets(r.created_at, r.author_id) && periods)
    ) then
      return true;
    end if;
  end loop;
  return false;
end
$$;

grant execute on function
  private.find_threads(tsquery, boolean, text[], timestamptz, integer),
  private.find_replies(tsquery, text[], uuid, timestamptz, integer), private.find_articles(tsquery, boolean),
  private.find_members(text, integer)
  to anon, authenticated, service_role;
