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
        -- Texts have more words than titles, and more of them look alike.
        and (s.in_title or extensions.similarity(s.sound, private.phonetic_key(typed_word)) > 0.45)
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
    from (select s.word from private.spelling_terms s where s.in_title and s.word ^@ last_word order by s.word limit 20) w
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

-- Whether anything that guests may see has one of these words. One plan serves every word; making it takes longer than it does.
create function private.is_used(query tsquery) returns boolean
language plpgsql stable set search_path = ''
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_indexscan = off
as $$
begin
  return exists (select from private.thread_words w where w.words @@ is_used.query)
    or exists (
      select from public.replies r
      where not r.is_hidden and not r.is_thread_hidden and private.reply_words(r.content) @@ is_used.query
    )
    or exists (select from private.article_words w where w.words @@ is_used.query);
end
$$;

-- A word as the index keeps it; null for one that it leaves out. Those with figures have no stem.
create function private.lexeme(word text) returns tsquery
language sql stable strict parallel safe
return case
  when word ~ '[^a-z0-9-]' then to_tsquery('private.words'::regconfig, quote_literal(private.normalize_for_search(word)))
  when word ~ '[0-9]' then quote_literal(word)::tsquery
  else quote_literal((ts_lexize('pg_catalog.english_stem', word))[1])::tsquery
end;

create function private.phrase_of(words text[]) returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  word text;
  phrase tsquery;
  one tsquery;
begin
  foreach word in array words loop
    one := private.lexeme(word);
    if one is null or numnode(one) = 0 then
      return null;
    end if;
    phrase := case when phrase is null then one else phrase <-> one end;
  end loop;
  return phrase;
end
$$;

comment on function private.phrase_of(text[]) is 'A question for these words side by side; null if the index leaves one of them out.';

-- What is written as one word is written as two by others: each row are parts that may stand by themselves. Figures part from
-- letters (80ccd1b is 80CCD(1B)), and letters where both halves are known (homeloan).
create function private.split_forms(word text) returns setof text[]
language plpgsql stable strict set search_path = ''
as $$
#variable_conflict use_variable
begin
  if word ~ '^[a-z]{8,24}$' then
    return query
      select array[left(word, i), substr(word, i + 1)]
      from generate_series(4, char_length(word) - 4) as i
      join private.spelling_terms one on one.word = left(word, i)
      join private.spelling_terms other on other.word = substr(word, i + 1);
  elsif word ~ '^[a-z0-9]{3,20}$' and word ~ '[0-9]' and word ~ '[a-z]' then
    return query
      with ends as (
        select array_agg(i order by i) as at
        from generate_series(1, char_length(word) - 1) as i
        where substr(word, i, 2) ~ '[0-9][a-z]|[a-z][0-9]'
      ), chosen as (
        select array(select e.at[b] from generate_subscripts(e.at, 1) as b where (mask >> (b - 1)) & 1 = 1 order by b) as cuts
        from ends e
        cross join lateral generate_series(1, (1 << least(cardinality(e.at), 5)) - 1) as mask
      )
      select array(
        select substr(word, x.after + 1, x.cut - x.after)
        from (
          select u.cut, coalesce(lag(u.cut) over (order by u.cut), 0) as after
          from unnest(c.cuts || char_length(word)) as u (cut)
        ) x
        order by x.cut
      )
      from chosen c;
  end if;
end
$$;

-- Each word as it was typed, or glued to its neighbours, without its signs, with a hyphen, or in parts: of these the forms
-- that occur. Most questions have none, and stay as they are. A phrase in quotation marks means itself, and what is to be left
-- out is left out as it is.
create function private.with_forms(question tsquery, typed text) returns tsquery
language plpgsql stable strict set search_path = ''
as $$
declare
  parts text[] := regexp_split_to_array(btrim(left(typed, 200)), '\s+');
  plain text[];
  words text[];
  places integer[] := '{}';
  forms tsquery[] := '{}';
  one tsquery;
  any_form tsquery;
  term tsquery;
  answer tsquery;
  is_other boolean := false;
  word text;
  split text[];
begin
  if numnode(question) = 0 or cardinality(parts) > 8 or typed ~* '["“”„«»]|(^|\s)-\S|\mor\M' then
    return question;
  end if;
  plain := array(select lower(private.normalize_for_search(p.part)) from unnest(parts) with ordinality as p (part, place) order by p.place);
  words := array(select regexp_replace(p.part, '[\s!-/:-@\[-`{-~]+', '', 'g') from unnest(plain) with ordinality as p (part, place) order by p.place);
  for i in 1..cardinality(words) loop
    -- With the one or two words that follow.
    word := words[i];
    for final in i + 1..least(i + 2, cardinality(words)) loop
      word := word || words[final];
      exit when char_length(word) > 30;
      one := private.lexeme(word);
      for place in i..final loop
        places := places || place;
        forms := forms || one;
      end loop;
    end loop;
    if char_length(words[i]) between 3 and 30 and words[i] <> plain[i] then
      places := places || i;
      forms := forms || private.lexeme(words[i]);
    end if;
    if words[i] ~ '^[a-z0-9]{4,20}$' then
      for cut in case when words[i] ~ '^[et]' then 1 else 2 end..char_length(words[i]) - 2 loop
        places := places || i;
        forms := forms || private.lexeme(left(words[i], cut) || '-' || substr(words[i], cut + 1));
      end loop;
    end if;
  end loop;
  foreach one in array forms loop
    any_form := case when any_form is null then one when numnode(one) > 0 then any_form || one else any_form end;
  end loop;
  if any_form is null or not private.is_used(any_form) then
    forms := '{}';
  end if;
  for i in 1..cardinality(words) loop
    term := case when plain[i] ~ '^[a-z0-9]+$' then private.lexeme(plain[i]) else private.words_query(parts[i]) end;
    for form in 1..cardinality(forms) loop
      if places[form] = i and private.is_used(forms[form]) then
        term := case when numnode(term) > 0 then term || forms[form] else forms[form] end;
        is_other := true;
      end if;
    end loop;
    for split in
      select s from private.split_forms(words[i]) as s
      union all
      select regexp_split_to_array(btrim(regexp_replace(plain[i], '[^a-z0-9]+', ' ', 'g')), ' ') where plain[i] ~ '[a-z0-9][^a-z0-9]+[a-z0-9]'
    loop
      one := private.phrase_of(split);
      if one is not null and one <> term then
        term := term || one;
        is_other := true;
      end if;
    end loop;
    if numnode(term) > 0 then
      answer := case when answer is null then term else answer && term end;
    end if;
  end loop;
  return case
    when not is_other then question
    -- Without synonyms it is a part of the answer.
    when question = private.words_query(typed) then answer
    else question || answer
  end;
end
$$;

comment on function private.with_forms(tsquery, text) is
  'A question, or the same words glued and split: Q3FY26 and Q3 FY26, 80CCD(1B) and 80ccd1b, BAJAJ-AUTO and bajajauto.';

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
      when 1 then private.with_forms(private.with_synonyms(private.words_query(typed), typed), typed)
      when 2 then case
        -- Else the forms were among those of the first attempt.
        when typing then private.with_forms(private.with_synonyms(private.beginning_query(typed), typed), typed)
        else private.with_synonyms(private.beginning_query(typed), typed)
      end
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

-- How many threads and articles have it, as far as it matters: thirty-one are more than thirty.
create function private.count_uses(query tsquery) returns bigint
language plpgsql stable set search_path = ''
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  if not private.can_use_index(query) then
    return 0;
  end if;
  return (
    select count(*)
    from (
      select
      from private.thread_words w
      join public.threads t on t.id = w.thread_id
      where w.words @@ count_uses.query and not t.is_hidden
      limit 31
    ) found
  ) + (
    select count(*)
    from (
      select
      from private.article_words w
      join public.blog_posts b on b.id = w.article_id
      where w.words @@ count_uses.query and b.published
      limit 31
    ) found
  );
end
$$;

-- For a word that at most ten threads and articles have: the one that looks most like it, if more than three times as many
-- have that one. A word of hidden threads alone is in none that is counted.
create function private.meant_by(typed text) returns text
language plpgsql stable strict security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  part text;
  word text;
  uses bigint;
  meant text;
  answer text[] := '{}';
begin
  if typed ~ '["“”„«»]|(^|\s)-\S' then
    return null;
  end if;
  foreach part in array regexp_split_to_array(btrim(left(typed, 200)), '\s+') loop
    word := lower(translate(part, '.,;:!?()।', ''));
    meant := null;
    if cardinality(answer) < 12 and char_length(word) between 4 and 30 and word !~ '[!-@\[-`{-~]' then
      uses := private.count_uses(private.with_synonyms(private.words_query(word), word));
      if uses <= 10 then
        uses := private.count_uses(private.with_forms(private.with_synonyms(private.words_query(word), word), word));
        select near.word into meant
        from (
          select s.word, extensions.similarity(s.sound, private.phonetic_key(word)) as likeness
          from private.spelling_terms s
          where s.sound operator(extensions.%) private.phonetic_key(word)
            and (s.word ~ '^[ -~]+$') = (word ~ '^[ -~]+$')
            and abs(char_length(s.word) - char_length(word)) <= 2
          order by likeness desc, s.word
          limit 5
        ) near
        where near.likeness >= 0.4 and private.count_uses(private.lexeme(near.word)) > uses * 3
        order by near.likeness desc, near.word
        limit 1;
      end if;
    end if;
    answer := answer || coalesce(meant, part);
  end loop;
  return nullif(array_to_string(answer, ' '), array_to_string(regexp_split_to_array(btrim(left(typed, 200)), '\s+'), ' '));
end
$$;

comment on function private.meant_by(text) is 'What was typed, with words that few use in the spelling of those that many do; null if there are none.';

grant execute on function
  private.typed_words(text), private.resolve_query(text, boolean, boolean), private.meant_by(text)
  to anon, authenticated, service_role;
grant execute on function private.prefix_query(text) to authenticated;
