-- Signs that stand beside a word are no part of it: ₹300 is found by 300, “risk”, NSE/BSE, बाज़ार। and Rs.500 by their words.
--
-- PostgreSQL's parser knows letters by the locale. In the locale C, which the embedded cluster has, it takes every
-- character outside ASCII for a letter; in ASCII it takes NSE/BSE for a file and share.Then for a host. Both the index
-- and the question go through private.plain_words, so both are separated alike, in every locale.

-- A regular expression of the signs outside ASCII: punctuation, currency, arrows, mathematics, symbols and emoji. The
-- joiners among them (U+200B to U+200D) are removed beforehand, because they stand within words.
create function private.word_signs() returns text
language sql immutable parallel safe
return '[\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u0964\u0965\u0970\u200e-\u206f\u20a0-\u20cf'
  '\u2100-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe6f\ufeff\U0001f000-\U0001faff]';

comment on function private.word_signs() is 'A regular expression: one sign outside ASCII that is no part of a word.';

-- The slash of a closing tag stays: the parser leaves tags out. `rsi` stays one word, `rs300` becomes two.
create or replace function private.plain_words(html text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  replace(
    translate(
      replace(
        case
          when octet_length(html) = char_length(html) then html
          else regexp_replace(
            translate(
              normalize(html, nfkc),
              U&'\2010\2011०१२३४५६७८९\093C\200B\200C\200D\00AD',
              '--0123456789'
            ),
            private.word_signs() || '+', ' ', 'g'
          )
        end,
        '</', E'<\x03'
      ),
      '/', ' '
    ),
    E'\x03', '/'
  ),
  '(\m[Rr][Ss](?=\d)|[A-Za-z]\.(?=[0-9A-Za-z]))', '\1 ', 'g'
);

-- What was found is marked in the text as it was written. Signs are parted from words by a control character, which
-- the parser takes for a blank, and which is taken out again.
create or replace function private.mark_words(line text, query tsquery, whole boolean) returns text
language sql stable parallel safe
return case
  when query is null then line
  else translate(
    ts_headline(
      'private.words'::regconfig,
      regexp_replace(
        case when whole then line else left(line, 20000) end,
        '(' || private.word_signs() || '+|/|\m[Rr][Ss](?=\d)|[A-Za-z]\.(?=[0-9A-Za-z]))',
        E'\x03\\1\x03', 'g'
      ),
      query,
      case
        when whole then U&'StartSel="\0001", StopSel="\0002", HighlightAll=true'
        else U&'StartSel="\0001", StopSel="\0002", MaxFragments=2, MaxWords=18, MinWords=8, FragmentDelimiter=" … "'
      end
    ),
    E'\x03', ''
  )
end;

-- Typed on a phone, quotation marks come curled.
create or replace function private.words_query(typed text) returns tsquery
language sql stable strict parallel safe
return websearch_to_tsquery('private.words'::regconfig, private.plain_words(translate(left(typed, 200), '“”„«»', '"""""')));

-- What is indexed already is indexed anew.
select private.index_everything();
reindex index public.replies_words_idx;

revoke execute on all functions in schema private from public;
-- What an index is made of, and what marks words, run as whoever writes or asks.
grant execute on function private.word_signs() to anon, authenticated, service_role;
