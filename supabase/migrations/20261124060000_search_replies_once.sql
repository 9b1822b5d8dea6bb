-- A search reads the index of replies once for each period. It was read twice, to count and to rank, and both again to
-- find out whether the question finds anything at all. The texts are read of those alone that are ranked.
create or replace function private.find_replies(
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

create or replace function private.resolve_query(typed text, typing boolean, is_name boolean)
returns table (query tsquery, is_exact boolean)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  for attempt in (case when typing then 2 else 1 end)..(case when is_name then 2 else 4 end) loop
    query := case attempt
      when 1 then private.with_synonyms(private.words_query(typed), typed)
      when 2 then private.with_synonyms(private.beginning_query(typed), typed)
      when 3 then private.fuzzy_query(typed, ' & ')
      else private.fuzzy_query(typed, ' | ')
    end;
    is_exact := attempt = 1 or attempt = 2 and (typing or typed !~ '["“”„«»]');
    exit when exists (select from private.find_threads(query, typing, '{}', null, 1))
      or exists (select from private.find_articles(query, typing))
      or (not typing and private.has_replies(query));
    query := null;
    -- What was to be left out must not come back with what is like it.
    exit when not typing and typed ~ '(^|\s)-\S';
  end loop;
  return next;
end
$$;

revoke execute on all functions in schema private from public;
