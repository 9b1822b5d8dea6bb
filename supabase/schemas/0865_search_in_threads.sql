-- Search within a thread: its replies that have the words, in their order.

-- A definer, because the index cannot be used below a policy. The bitmap of the words and that of the thread are
-- intersected, so a word that everybody uses costs little in a thread, and a thread of 10,000 replies with a rare one.
create function private.find_in_thread(thread uuid, query tsquery, wanted integer) returns setof uuid
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
begin
  if not private.can_use_index(query) then
    return;
  end if;
  return query
    select r.id
    from public.replies r
    where r.thread_id = thread and not r.is_hidden and not r.is_thread_hidden
      and private.reply_words(r.content) @@ query
    order by r.created_at, r.id
    limit wanted;
end
$$;

comment on function private.find_in_thread(uuid, tsquery, integer) is
  'The first visible replies of a thread that have the words.';

-- As in private.resolve_query, but by what the thread has.
create function private.resolve_in_thread(thread uuid, typed text, out query tsquery, out is_exact boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  for attempt in 1..3 loop
    query := case attempt
      when 1 then private.with_forms(private.with_synonyms(private.words_query(typed), typed), typed)
      when 2 then private.with_synonyms(private.beginning_query(typed), typed)
      else private.fuzzy_query(typed, ' & ')
    end;
    is_exact := attempt = 1 or attempt = 2 and typed !~ '["“”„«»]';
    exit when exists (select from private.find_in_thread(thread, query, 1));
    query := null;
    -- What was to be left out must not come back with what is like it.
    exit when typed ~ '(^|\s)-\S';
  end loop;
end
$$;

create function public.search_in_thread(thread uuid, query text, max_rows integer default 20, skip integer default 0)
returns table (
  id uuid, excerpt text, username text, author_id uuid, avatar_url text, user_level text, at timestamptz, is_answer boolean, is_exact boolean,
  total bigint
)
language sql stable rows 20
begin atomic
  with asked as materialized (
    select q.query, q.is_exact
    from (select btrim(left(search_in_thread.query, 200)) as words) given
    cross join lateral private.resolve_in_thread(search_in_thread.thread, given.words) q
    where char_length(given.words) > 1
  ), page as materialized (
    select r.id, r.content, r.author_id, r.thread_id, r.created_at, count(*) over () as total
    from asked a
    cross join lateral private.find_in_thread(search_in_thread.thread, a.query, 200) f (id)
    join public.replies r on r.id = f.id
    order by r.created_at, r.id
    offset least(greatest(search_in_thread.skip, 0), 200)
    limit least(greatest(search_in_thread.max_rows, 0), 50)
  )
  select r.id, private.mark_words(private.strip_html(private.own_html(r.content)), a.query, false), p.username, p.id, p.avatar_url, p.user_level,
    r.created_at, t.answer_id is not distinct from r.id, a.is_exact, r.total
  from asked a
  cross join page r
  join public.threads t on t.id = r.thread_id
  join public.profiles p on p.id = r.author_id
  order by r.created_at, r.id;
end;

comment on function public.search_in_thread(uuid, text, integer, integer) is
  'Finds by words the replies of a thread that guests may see, in their order. Found words stand between \1 and \2; total counts at most 200.';

revoke all on function
  public.search_in_thread(uuid, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  private.find_in_thread(uuid, tsquery, integer), private.resolve_in_thread(uuid, text),
  public.search_in_thread(uuid, text, integer, integer)
  to anon, authenticated, service_role;
