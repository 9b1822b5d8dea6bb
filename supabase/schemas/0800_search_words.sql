-- Words for search: how a text becomes what the index keeps, in English and Hindi.
--
-- PostgreSQL uses no text index for a reader who is under row security, because an operator like `@@` might tell
-- something of rows that the policy hides. So search has two steps. Functions in `private` run as their owner, look
-- only at what every guest may see, and give ids. `public.search` and its sisters run as their caller and read the rows
-- of these ids through the policies: whatever the first step got wrong, nothing hidden comes out of the second.
--
-- The tables follow from what writing costs. A thread's row changes with every reply (latest activity, counters), and
-- each time an index on its text would be written again: its words have a table of their own. A reply's row hardly ever
-- changes: its words are an index and nothing else.
--
-- Signs that stand beside a word are no part of it: ₹300 is found by 300, “risk”, NSE/BSE, बाज़ार। and Rs.500 by their
-- words. PostgreSQL's parser knows letters by the locale. In the locale C, which the embedded cluster has, it takes
-- every character outside ASCII for a letter; in ASCII it takes NSE/BSE for a file and share.Then for a host. Both the
-- index and the question go through private.normalize_for_search, so both are separated alike, in every locale.

-- Hindi has its own stemmer; every word that is not plain ASCII goes through it, which leaves other scripts alone.
create text search configuration private.words (copy = pg_catalog.english);

alter text search configuration private.words alter mapping for word, hword, hword_part with pg_catalog.hindi_stem;

-- A stem may have a further ending, and a noun in -ம் loses it in compounds: repeated until it stays, கோரிக்கைகள் and
-- கோரிக்கை are one, and தங்கம் and தங்க.
create function private.tamil_stem(word text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  stem text := word;
  shorter text;
begin
  for step in 1..4 loop
    shorter := regexp_replace((ts_lexize('pg_catalog.tamil_stem', stem))[1], '(..)ம்$', '\1');
    exit when shorter = stem or char_length(shorter) < 2;
    stem := shorter;
  end loop;
  return stem;
end
$$;

-- No configuration chooses a dictionary by script: words of Tamil come to it as their stems, which Hindi's leaves alone.
create function private.stem_tamil(written text) returns text
language sql immutable strict parallel safe set search_path = ''
return case
  when written !~ '[\u0b80-\u0bff]' then written
  else (
    select string_agg(case when p.piece[1] ~ '^[\u0b80-\u0bff]' then private.tamil_stem(p.piece[1]) else p.piece[1] end, '' order by p.place)
    from regexp_matches(written, '[\u0b80-\u0bff]+|[^\u0b80-\u0bff]+', 'g') with ordinality as p (piece, place)
  )
end;

comment on function private.stem_tamil(text) is 'A text with the stems of its words in Tamil.';

-- Hindi is written with the nukta and without it (फ़ंड, फंड), and with joiners that nobody sees: both are left out.
-- Plain ASCII has no second spelling, and PostgreSQL's parser leaves markup out by itself: skipping both halves the
-- price. The slash of a closing tag stays: the parser leaves tags out. `rsi` stays one word, `rs300` becomes two,
-- and ITR-3 too, whose 3 the parser would take for -3.
create function private.normalize_for_search(html text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  replace(
    translate(
      replace(
        case
          when octet_length(html) = char_length(html) then html
          else private.stem_tamil(
            regexp_replace(
              translate(
                normalize(html, nfkc),
                U&'\2010\2011०१२३४५६७८९\093C\200B\200C\200D\00AD',
                '--0123456789'
              ),
              private.word_signs() || '+', ' ', 'g'
            )
          )
        end,
        '</', E'<\x03'
      ),
      '/', ' '
    ),
    E'\x03', '/'
  ),
  '(\m[Rr][Ss](?=\d)|[A-Za-z](?:\.(?=[0-9A-Za-z])|-(?=\d)))', '\1 ', 'g'
);

comment on function private.normalize_for_search(text) is 'The text of HTML in one spelling, for the index and for what is looked up in it.';

-- What an index is made of pins the search path, because the planner writes out an SQL function without such a setting
-- for a role that may execute it, and leaves it alone for one that may not: the index, which a visitor's statement
-- looked at first, and the question, which runs as the owner, would then differ in their text, and the index not be
-- used.
create function private.reply_words(content text) returns tsvector
language sql immutable strict parallel safe
return (select to_tsvector('private.words'::regconfig, private.normalize_for_search(content)));

-- Letters of like sound become one: so a wrong vowel sign still leads to the word, and Devanagari gets trigrams,
-- which pg_trgm makes of the letters that the database's locale knows, in ours of ASCII alone.
create function private.phonetic_key(word text) returns text
language sql immutable strict parallel safe
return translate(
  lower(word),
  'कखगघचछजझटठतथडढदधणनञङंँपफबभमयरलळवशषसहअआाइईिीउऊुूएऐेैॅओऔोौॉऋृ'
    'கஙசஜஞடணதநனபமயரறலளழவஷஸஹஅஆாஇஈிீஉஊுூஎஏஐெேைஒஓஔொோௌ'
    '्ः்ஃ',
  'kkggccjjttttddddnnnnnnpfbbmyrllvssshaaaiiiiuuuueeeeeooooorr'
    'knsjntntnnpmyrrlllvsshaaaiiiiuuuueeeeeeoooooo'
);

comment on function private.phonetic_key(text) is 'A word in Latin letters by sound, for comparing mistyped words.';

-- When something was written, as words that an index can intersect with: year, month and day.
create function private.time_facets(at timestamptz) returns text[]
language sql immutable strict parallel safe
return array[
  'y' || extract(year from at at time zone 'UTC'),
  'm' || extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'),
  'd' || (at at time zone 'UTC')::date - date '2000-01-01'
];

create function private.reply_facets(created_at timestamptz, author_id uuid) returns text[]
language sql immutable strict parallel safe
return (select private.time_facets(created_at) || ('a' || author_id));

-- A word that half of a million threads have would cost seconds to rank. So the newest are asked for first: of
-- today and yesterday, of two months, of two years, of all times, until there are enough. The index intersects the
-- words with the days, and never reads the rest. The plan is forced: LIMIT makes the planner
-- pick a scan, and one word that is rarer than it estimated makes that the whole table.
create function private.period_facets(step integer, at timestamptz default now()) returns text[]
language sql stable parallel safe
return case step
  when 1 then array[(private.time_facets(at))[3], (private.time_facets(at - interval '1 day'))[3]]
  when 2 then array[(private.time_facets(at))[2], (private.time_facets(at - interval '1 month'))[2]]
  when 3 then array[(private.time_facets(at))[1], (private.time_facets(at - interval '1 year'))[1]]
end;

create index replies_words_idx on public.replies
  using gin (private.reply_words(content), private.reply_facets(created_at, author_id))
  where not is_hidden and not is_thread_hidden;

grant execute on function
  private.tamil_stem(text), private.stem_tamil(text), private.normalize_for_search(text)
  to anon, authenticated, service_role;
grant execute on function
  private.reply_words(text), private.time_facets(timestamptz), private.reply_facets(timestamptz, uuid)
  to authenticated, service_role;
