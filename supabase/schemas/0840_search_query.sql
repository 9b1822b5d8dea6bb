-- From what was typed to a query: as typed, as a beginning, widened by synonyms, or by what looks like it.

create function private.typed_words(typed text) returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(word.one order by word.place), '{}')
  from regexp_split_to_table(
    btrim(translate(left(private.normalize_for_search(left(typed, 200)), 400), '&|!():*<>''"\', '           ')), '\s+'
  ) with ordinality as word (one, place)
  where word.place <= 12 and word.one <> ''
);

comment on function private.typed_words(text) is 'At most twelve words of what was typed, without what has a meaning to the index.';

-- Every word of it, the last one perhaps not finished. Two letters begin too many words to be looked up as a beginning.
create function private.prefix_query(typed text) returns tsquery
language sql stable strict parallel safe
return (
  select case
    when cardinality(w.words) = 0 then null
    else to_tsquery('private.words'::regconfig,
      '''' || array_to_string(w.words, ''' & ''') || ''''
        || case when char_length(w.words[cardinality(w.words)]) > 2 then ':*' else '' end)
  end
  from (select private.typed_words(typed) as words) w
);

-- As people write questions to search engines: "a phrase", -without, or. Typed on a phone, quotation marks come curled.
create function private.words_query(typed text) returns tsquery
language sql stable strict parallel safe
return websearch_to_tsquery(
  'private.words'::regconfig,
  regexp_replace(
    left(private.normalize_for_search(translate(left(typed, 200), '“”„«»', '"""""')), 400),
    '-(?!"?[^-\s"!&|()])', ' ', 'g'
  )
);

-- Each word, or the known words that look most like it; `joined` by & or |.
create function private.fuzzy_query(typed text, joined text) returns tsquery
language plpgsql stable strict set search_path = ''
as $$
declare
  typed_word text;
  near text[];
  parts text[] := '{}';
begin
  foreach typed_word in array private.typed_words(typed) loop
    typed_word := lower(typed_word);
    select array_agg(w.word) into near
    from (
      select s.word
      from private.spelling_terms s
      where char_length(typed_word) > 3 and s.sound operator(extensions.%) private.phonetic_key(typed_word)
      order by extensions.similarity(s.sound, private.phonetic_key(typed_word)) desc, s.word
      limit 3
    ) w;
    if near is not null or char_length(typed_word) <= 3 then
      parts := parts || ('(' || array_to_string(array(
        select quote_literal(replace(one, '\', '')) from unnest(near || typed_word) as one
      ), ' | ') || ')');
    end if;
  end loop;
  if parts = '{}' then
    return null;
  end if;
  return to_tsquery('private.words', array_to_string(parts, joined));
end
$$;

-- A query that cannot use the index would read everything: only words to leave out, or only stop words.
create function private.can_use_index(query tsquery) returns boolean
language sql immutable parallel safe
return coalesce(numnode(query) > 0 and querytree(query) not in ('', 'T'), false);

-- The index keeps stems: `allotm` begins `allotment`, whose stem is `allot`. So the known words that begin like the
-- last one are looked for by their own stems. Called by private.resolve_query, under its owner.
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
    from (select s.word from private.spelling_terms s where s.word ^@ last_word order by s.word limit 20) w
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
create function private.resolve_query(typed text, typing boolean, is_name boolean)
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

grant execute on function
  private.typed_words(text), private.resolve_query(text, boolean, boolean)
  to anon, authenticated, service_role;
grant execute on function private.prefix_query(text) to authenticated;
