-- A question is bounded again after it is normalised: 200 letters that stand for four words each became 600 terms, each
-- looked up several times.

create or replace function private.typed_words(typed text) returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(word.one order by word.place), '{}')
  from regexp_split_to_table(
    btrim(translate(left(private.normalize_for_search(left(typed, 200)), 400), '&|!():*<>''"\', '           ')), '\s+'
  ) with ordinality as word (one, place)
  where word.place <= 12 and word.one <> ''
);

create or replace function private.words_query(typed text) returns tsquery
language sql stable strict parallel safe
return websearch_to_tsquery(
  'private.words'::regconfig,
  regexp_replace(
    left(private.normalize_for_search(translate(left(typed, 200), '“”„«»', '"""""')), 400),
    '-(?!"?[^-\s"!&|()])', ' ', 'g'
  )
);
