-- Signs in a search: 33 dashes made the parser of web searches fail ("tsquery stack too small"), and the page answered 503.
-- It remembers each dash until a word or a phrase follows. A dash that has neither right behind it is dropped.

create or replace function private.words_query(typed text) returns tsquery
language sql stable strict parallel safe
return websearch_to_tsquery(
  'private.words'::regconfig,
  regexp_replace(
    private.normalize_for_search(translate(left(typed, 200), '“”„«»', '"""""')),
    '-(?!"?[^-\s"!&|()])', ' ', 'g'
  )
);
