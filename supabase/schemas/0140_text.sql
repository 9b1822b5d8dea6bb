-- Texts as a reader sees them: lengths, visible characters, excerpts, words, names that look alike.
--
-- The bounds of posts' texts are checked when a text is written, and not with every counter. A check constraint runs on
-- each update of its row: with the length of a long text in one, each view and each reply read the whole text again, 7
-- ms for '+1 view' on a post of 50,000 characters, 0.2 ms without it. A trigger on the columns of the text raises what
-- the constraint would raise: 23514, with the constraint's name (private.raise_check_violation).

-- The inside of a bracket expression, as the two below: what Unicode (17) calls Default_Ignorable_Code_Point, format and
-- control characters, and U+2800. It is drawn as nothing. shared/text-length.ts and shared/stacked-marks.ts ask Unicode.
create function private.invisible_signs() returns text
language sql immutable parallel safe
return '\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2'
  '\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff'
  '\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
  '\U000e0000-\U000e0fff';

create function private.blanks() returns text
language sql immutable parallel safe
return '\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';

comment on function private.blanks() is 'White space, which PostgreSQL''s \s knows by the locale alone.';

create function private.emoji_signs() returns text
language sql immutable parallel safe
return '\u0023\u002a\u0030-\u0039\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328'
  '\u23cf\u23e9-\u23f3\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2604\u260e\u2611'
  '\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640\u2642\u2648-\u2653'
  '\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u267f\u2692-\u2697\u2699\u269b\u269c\u26a0\u26a1\u26a7'
  '\u26aa\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8\u26ce\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea'
  '\u26f0-\u26f5\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d\u270f\u2712\u2714\u2716\u271d\u2721\u2728'
  '\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763\u2764\u2795-\u2797\u27a1\u27b0\u27bf'
  '\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299\U0001f004\U0001f0cf'
  '\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001f1ff'
  '\U0001f201\U0001f202\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001f321'
  '\U0001f324-\U0001f393\U0001f396\U0001f397\U0001f399-\U0001f39b\U0001f39e-\U0001f3f0\U0001f3f3-\U0001f3f5'
  '\U0001f3f7-\U0001f4fd\U0001f4ff-\U0001f53d\U0001f549-\U0001f54e\U0001f550-\U0001f567\U0001f56f\U0001f570'
  '\U0001f573-\U0001f57a\U0001f587\U0001f58a-\U0001f58d\U0001f590\U0001f595\U0001f596\U0001f5a4\U0001f5a5'
  '\U0001f5a8\U0001f5b1\U0001f5b2\U0001f5bc\U0001f5c2-\U0001f5c4\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de'
  '\U0001f5e1\U0001f5e3\U0001f5e8\U0001f5ef\U0001f5f3\U0001f5fa-\U0001f64f\U0001f680-\U0001f6c5'
  '\U0001f6cb-\U0001f6d2\U0001f6d5-\U0001f6d8\U0001f6dc-\U0001f6e5\U0001f6e9\U0001f6eb\U0001f6ec\U0001f6f0'
  '\U0001f6f3-\U0001f6fc\U0001f7e0-\U0001f7eb\U0001f7f0\U0001f90c-\U0001f93a\U0001f93c-\U0001f945'
  '\U0001f947-\U0001f9ff\U0001fa70-\U0001fa7c\U0001fa80-\U0001fa8a\U0001fa8e-\U0001fac6\U0001fac8'
  '\U0001facd-\U0001fadc\U0001fadf-\U0001faea\U0001faef-\U0001faf8';

-- Joiners belong to Indian scripts and to emoji, and the heart of a phone's keyboard ends with the sign that colours it.
create function private.hidden_signs() returns text
language sql immutable parallel safe
return '(?![\u200c\u200d])[' || private.invisible_signs() || '\u0009-\u000d\u2028\u2029]'
  '(?<![' || private.emoji_signs() || '][\ufe0e\ufe0f])';

comment on function private.hidden_signs() is 'A regular expression: one character that has no place in a name.';

create function private.visible_part(written text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  normalize(written, nfkc), '[' || private.blanks() || private.invisible_signs() || ']', '', 'g'
);

comment on function private.visible_part(text) is
  'A text without white space and without what is drawn as nothing, in one spelling for letters that look alike.';

-- Kept in step with shared/text-length.ts. Joiners and variation selectors belong to Hindi words and to emoji, so they
-- may stand in a text; they only don't count. The signs are those of private.invisible_signs and private.blanks, whose calls would
-- be statements of each reply.
create function private.shown_length(written text) returns integer
language sql immutable strict parallel safe
return char_length(btrim(regexp_replace(
  regexp_replace(
    written,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2'
      '\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff'
      '\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      '\U000e0000-\U000e0fff]',
    '', 'g'
  ),
  '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
)));

comment on function private.shown_length(text) is
  'Characters that a reader sees: outer blanks and what is drawn as nothing are left out, a run of blanks is one.';

create function private.marks() returns text
language sql immutable parallel safe
return '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
  '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd'
  '\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0902'
  '\u093a\u093c\u0941-\u0948\u094d\u0951-\u0957\u0962\u0963\u0981\u09bc\u09c1-\u09c4\u09cd\u09e2\u09e3\u09fe'
  '\u0a01\u0a02\u0a3c\u0a41\u0a42\u0a47\u0a48\u0a4b-\u0a4d\u0a51\u0a70\u0a71\u0a75\u0a81\u0a82\u0abc'
  '\u0ac1-\u0ac5\u0ac7\u0ac8\u0acd\u0ae2\u0ae3\u0afa-\u0aff\u0b01\u0b3c\u0b3f\u0b41-\u0b44\u0b4d\u0b55\u0b56'
  '\u0b62\u0b63\u0b82\u0bc0\u0bcd\u0c00\u0c04\u0c3c\u0c3e-\u0c40\u0c46-\u0c48\u0c4a-\u0c4d\u0c55\u0c56'
  '\u0c62\u0c63\u0c81\u0cbc\u0cbf\u0cc6\u0ccc\u0ccd\u0ce2\u0ce3\u0d00\u0d01\u0d3b\u0d3c\u0d41-\u0d44\u0d4d'
  '\u0d62\u0d63\u0d81\u0dca\u0dd2-\u0dd4\u0dd6\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece'
  '\u0f18\u0f19\u0f35\u0f37\u0f39\u0f71-\u0f7e\u0f80-\u0f84\u0f86\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6'
  '\u102d-\u1030\u1032-\u1037\u1039\u103a\u103d\u103e\u1058\u1059\u105e-\u1060\u1071-\u1074\u1082\u1085\u1086'
  '\u108d\u109d\u135d-\u135f\u1712-\u1714\u1732\u1733\u1752\u1753\u1772\u1773\u17b4\u17b5\u17b7-\u17bd\u17c6'
  '\u17c9-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886\u18a9\u1920-\u1922\u1927\u1928\u1932\u1939-\u193b'
  '\u1a17\u1a18\u1a1b\u1a56\u1a58-\u1a5e\u1a60\u1a62\u1a65-\u1a6c\u1a73-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb'
  '\u1b00-\u1b03\u1b34\u1b36-\u1b3a\u1b3c\u1b42\u1b6b-\u1b73\u1b80\u1b81\u1ba2-\u1ba5\u1ba8\u1ba9\u1bab-\u1bad'
  '\u1be6\u1be8\u1be9\u1bed\u1bef-\u1bf1\u1c2c-\u1c33\u1c36\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced'
  '\u1cf4\u1cf8\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302d\u3099\u309a'
  '\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua825\ua826\ua82c\ua8c4\ua8c5'
  '\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua951\ua980-\ua982\ua9b3\ua9b6-\ua9b9\ua9bc\ua9bd\ua9e5\uaa29-\uaa2e'
  '\uaa31\uaa32\uaa35\uaa36\uaa43\uaa4c\uaa7c\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaec\uaaed'
  '\uaaf6\uabe5\uabe8\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a'
  '\U00010a01-\U00010a03\U00010a05\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f'
  '\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff'
  '\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011001\U00011038-\U00011046\U00011070\U00011073\U00011074'
  '\U0001107f-\U00011081\U000110b3-\U000110b6\U000110b9\U000110ba\U000110c2\U00011100-\U00011102'
  '\U00011127-\U0001112b\U0001112d-\U00011134\U00011173\U00011180\U00011181\U000111b6-\U000111be'
  '\U000111c9-\U000111cc\U000111cf\U0001122f-\U00011231\U00011234\U00011236\U00011237\U0001123e\U00011241'
  '\U000112df\U000112e3-\U000112ea\U00011300\U00011301\U0001133b\U0001133c\U00011340\U00011366-\U0001136c'
  '\U00011370-\U00011374\U000113bb-\U000113c0\U000113ce\U000113d0\U000113d2\U000113e1\U000113e2'
  '\U00011438-\U0001143f\U00011442-\U00011444\U00011446\U0001145e\U000114b3-\U000114b8\U000114ba'
  '\U000114bf\U000114c0\U000114c2\U000114c3\U000115b2-\U000115b5\U000115bc\U000115bd\U000115bf\U000115c0'
  '\U000115dc\U000115dd\U00011633-\U0001163a\U0001163d\U0001163f\U00011640\U000116ab\U000116ad'
  '\U000116b0-\U000116b5\U000116b7\U0001171d\U0001171f\U00011722-\U00011725\U00011727-\U0001172b'
  '\U0001182f-\U00011837\U00011839\U0001183a\U0001193b\U0001193c\U0001193e\U00011943\U000119d4-\U000119d7'
  '\U000119da\U000119db\U000119e0\U00011a01-\U00011a0a\U00011a33-\U00011a38\U00011a3b-\U00011a3e\U00011a47'
  '\U00011a51-\U00011a56\U00011a59-\U00011a5b\U00011a8a-\U00011a96\U00011a98\U00011a99\U00011b60'
  '\U00011b62-\U00011b64\U00011b66\U00011c30-\U00011c36\U00011c38-\U00011c3d\U00011c3f\U00011c92-\U00011ca7'
  '\U00011caa-\U00011cb0\U00011cb2\U00011cb3\U00011cb5\U00011cb6\U00011d31-\U00011d36\U00011d3a'
  '\U00011d3c\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d90\U00011d91\U00011d95\U00011d97'
  '\U00011ef3\U00011ef4\U00011f00\U00011f01\U00011f36-\U00011f3a\U00011f40\U00011f42\U00011f5a\U00013440'
  '\U00013447-\U00013455\U0001611e-\U00016129\U0001612d-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36'
  '\U00016f4f\U00016f8f-\U00016f92\U00016fe4\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46'
  '\U0001d167-\U0001d169\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244'
  '\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf'
  '\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023\U0001e024\U0001e026-\U0001e02a'
  '\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef'
  '\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a'
  '\U000e0100-\U000e01ef';

comment on function private.marks() is
  'The inside of a bracket expression: marks without a width of their own, which are drawn on the letter before (Mn, Me).';

-- As withFewMarks in shared/stacked-marks.ts: signs without width between two marks make no room for more. Texts that are
-- longer are refused by their bounds.
create function private.with_few_marks(written text) returns text
language sql immutable strict parallel safe set search_path = ''
return case
  when octet_length(written) = char_length(written) or char_length(written) > 5000
    or written !~ ('[' || private.marks() || private.invisible_signs() || ']{9}') then written
  else (
    select string_agg(k.sign, '' order by k.place)
    from (
      select c.sign, c.place, c.is_mark, count(*) filter (where c.is_mark) over (partition by c.letter order by c.place) as marks
      from (
        select s.sign, s.place, s.is_mark,
          count(*) filter (where not s.is_mark and s.sign !~ ('[' || private.invisible_signs() || ']')) over (order by s.place) as letter
        from (
          select one.sign, one.place, one.sign ~ ('[' || private.marks() || ']') as is_mark
          from string_to_table(written, null) with ordinality as one (sign, place)
        ) s
      ) c
    ) k
    where not k.is_mark or k.marks <= 8
  )
end;

comment on function private.with_few_marks(text) is
  'A text with at most eight marks on a letter, which words of every script do with: piles of them cover the lines around.';

-- Tags do not count as text. The pattern cannot run away: a tag never holds another `<`.
create function private.text_length(html text) returns integer
language sql immutable strict parallel safe
return private.shown_length(regexp_replace(html, '<[^<>]*>', '', 'g'));

comment on function private.text_length(text) is
  'Characters of an HTML text that a reader sees: as private.shown_length, with the markup left out.';

create function private.separate_cells(html text) returns text
language sql immutable strict parallel safe
-- As server/content/tables.ts writes them.
return replace(
  replace(replace(html, '</td><td>', '</td> · <td>'), '</th><t', '</th> · <t'), '</tr><tr>', '</tr> · <tr>'
);

comment on function private.separate_cells(text) is 'HTML with a sign between the cells and rows of its tables.';

create function private.strip_html(html text) returns text
language sql immutable strict parallel safe
return btrim(
  regexp_replace(
    translate(regexp_replace(private.separate_cells(html), '<[^<>]*>', ' ', 'g'), U&'\0001\0002', ''), '\s+', ' ', 'g'
  )
);

-- The names that sanitize-html and people write, and numbers.
create function private.read_entities(html text) returns text
language sql immutable strict parallel safe set search_path = ''
return case
  when strpos(html, '&') = 0 then html
  else (
    select string_agg(
      case
        when p.piece !~ '^&.*;$' then p.piece
        when p.piece like '&#%' then case
          when p.code between 1 and 55295 or p.code between 57344 and 1114111 then chr(p.code) else p.piece end
        else coalesce(
          ('{"amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "''", "nbsp": " "}'::jsonb)
            ->> lower(substr(p.piece, 2, char_length(p.piece) - 2)),
          p.piece
        )
      end, '' order by p.place
    )
    from (
      select m.match[1] as piece, m.place, case
        when m.match[1] ~* '^&#x' then ('x' || lpad(rtrim(substr(m.match[1], 4), ';'), 8, '0'))::bit(32)::integer
        when m.match[1] ~ '^&#' then rtrim(substr(m.match[1], 3), ';')::integer
      end as code
      from regexp_matches(html, '&#\d{1,7};|&#[xX][0-9a-fA-F]{1,6};|&[A-Za-z]+;|&|[^&]+', 'g') with ordinality as m (match, place)
    ) p
  )
end;

comment on function private.read_entities(text) is 'A text of HTML without markup, its entities read.';

create function private.plain_text(html text) returns text
language sql immutable strict parallel safe set search_path = ''
return btrim(regexp_replace(
  private.read_entities(
    regexp_replace(
      regexp_replace(
        private.separate_cells(html), '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>', '', 'gi'
      ),
      '<[^<>]*(>|$)', ' ', 'g'
    )
  ),
  '[' || private.blanks() || '\ufeff]+', ' ', 'g'
));

comment on function private.plain_text(text) is
  'The text of HTML on one line, as plainText in shared/plain-text.ts: markup within a line parts nothing, other tags do.';

-- The text is cut at the tags that open and close the elements. An end without a beginning ends nothing.
create function private.outside(html text, tags text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(string_agg(p.piece, ' ' order by p.place) filter (where p.depth <= p.floor), '')
  from (
    select o.piece, o.place, o.depth, least(0, min(o.depth) over (order by o.place)) as floor
    from (
      select case when s.place = 1 then s.piece else substr(s.piece, 2) end as piece, s.place,
        sum(case when s.place = 1 then 0 when left(s.piece, 1) = '+' then 1 else -1 end) over (order by s.place) as depth
      from string_to_table(
        regexp_replace(
          regexp_replace(translate(html, E'\x01', ' '), '<(?:' || tags || ')(?:\s[^<>]*)?>', E'\x01+', 'gi'),
          '</(?:' || tags || ')(?:\s[^<>]*)?>', E'\x01-', 'gi'
        ), E'\x01'
      ) with ordinality as s (piece, place)
    ) o
  ) p
$$;

comment on function private.outside(text, text) is 'HTML outside of all elements of these names.';

-- The same for two kinds at once: code within a quotation is quoted.
create function private.parts_of(html text, out own text, out code text, out quoted text)
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(string_agg(p.piece, ' ' order by p.place) filter (where p.quotations <= p.quotation_floor and p.blocks <= p.block_floor), ''),
    coalesce(string_agg(p.piece, ' ' order by p.place) filter (where p.quotations <= p.quotation_floor and p.blocks > p.block_floor), ''),
    coalesce(string_agg(p.piece, ' ' order by p.place) filter (where p.quotations > p.quotation_floor), '')
  from (
    select o.*, least(0, min(o.quotations) over (order by o.place)) as quotation_floor,
      least(0, min(o.blocks) over (order by o.place)) as block_floor
    from (
      select case when s.place = 1 then s.piece else substr(s.piece, strpos(s.piece, E'\x02') + 1) end as piece, s.place,
        sum(case when s.place = 1 then 0 when s.piece ~* '^blockquote\x02' then 1 when s.piece ~* '^/blockquote\x02' then -1 else 0 end)
          over (order by s.place) as quotations,
        sum(case when s.place = 1 then 0 when s.piece ~* '^pre\x02' then 1 when s.piece ~* '^/pre\x02' then -1 else 0 end)
          over (order by s.place) as blocks
      from string_to_table(
        regexp_replace(
          translate(html, E'\x01\x02', '  '), '<(/?(?:blockquote|pre))(?:\s[^<>]*)?>', E'\x01\\1\x02', 'gi'
        ), E'\x01'
      ) with ordinality as s (piece, place)
    ) o
  ) p
$$;

comment on function private.parts_of(text) is 'A post by whose words they are: the writer''s, code, and quotations with what is in them.';

create function private.has_quotations(html text) returns boolean
language sql immutable strict parallel safe
return html ~* '</?(?:blockquote|pre)[\s>]';

-- What a member quotes must not pass for the member's own words.
create function private.own_html(html text) returns text
language sql immutable strict parallel safe set search_path = ''
return case
  when not private.has_quotations(html) then html
  else (
    select case
      when private.plain_text(p.own) <> '' then p.own
      when private.plain_text(p.code) <> '' then p.code
      when private.plain_text(p.quoted) = '' then ''
      else '“' || regexp_replace(regexp_replace(p.quoted, '^(?:\s|<[^<>]*>)+', ''), '(?:\s|<[^<>]*>)+$', '') || '”'
    end
    from private.parts_of(html) p
  )
end;

comment on function private.own_html(text) is
  'What the writer of a post says, without quotations and blocks of code; of a post that has nothing else the code, or the quotation between quotation marks.';

create function private.cut(written text, length integer) returns text
language sql immutable strict parallel safe
return case when char_length(written) > length then rtrim(left(written, length)) || '…' else written end;

-- Of a long post no more is read than is shown, unless what others said is at its beginning.
create function private.plain_excerpt(html text, length integer default 300) returns text
language sql immutable strict parallel safe
return (
  select case
    when b.beginning = html or char_length(b.said) > length + 40 then private.cut(b.said, length)
    else (
      select case
        when w.said <> '' then private.cut(w.said, length)
        when w.quoted <> '' then '“' || private.cut(w.quoted, length) || '”'
        else ''
      end
      from (
        select coalesce(nullif(private.plain_text(p.own), ''), private.plain_text(p.code)) as said,
          private.plain_text(p.quoted) as quoted
        from private.parts_of(html) p
        offset 0 -- computed once
      ) w
    )
  end
  from (
    -- A tag or an entity that is cut is in the part that is left out.
    select l.beginning, private.plain_text(l.beginning) as said
    from (select left(html, length * 4 + 200) as beginning offset 0) l
    where not private.has_quotations(l.beginning)
    union all
    select null, null
    from (select left(html, length * 4 + 200) as beginning offset 0) l
    where private.has_quotations(l.beginning)
  ) b
);

comment on function private.plain_excerpt(text, integer) is
  'The beginning of a post as its reader sees it, in its writer''s own words: as excerptOf in shared/plain-text.ts, by characters.';

-- In the words of PostgreSQL's own check: clients read the constraint's name in the message.
create function private.raise_check_violation(relation text, broken text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise check_violation using
    message = format('new row for relation "%s" violates check constraint "%s"', relation, broken),
    schema = 'public', table = relation, constraint = broken;
end
$$;

comment on function private.raise_check_violation(text, text) is 'Raises 23514 as the check constraint of this name would.';

-- What an index is made of, and what marks words, run as their caller, so everybody may call it.
-- A regular expression of the signs outside ASCII: punctuation, currency, arrows, mathematics, symbols and emoji. The
-- joiners among them (U+200B to U+200D) are removed beforehand, because they stand within words.
create function private.word_signs() returns text
language sql immutable parallel safe
return '[\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u0964\u0965\u0970\u200e-\u206f\u20a0-\u20cf'
  '\u2100-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe6f\ufeff\U0001f000-\U0001faff]';

comment on function private.word_signs() is 'A regular expression: one sign outside ASCII that is no part of a word.';

-- Letters of other scripts that look like Latin ones are Unicode's (UTS 39, confusables.txt): those of one code point
-- that stand for one ASCII letter or digit and that NFKC leaves alone. Signs such as a check mark and separators do not
-- count, accents neither, nor what ASCII itself confuses: I, l, i and 1, O and 0, rn and m, vv and w.
create function private.name_skeleton(name text) returns text
language sql immutable strict parallel safe set search_path = ''
return replace(
  replace(
    translate(
      lower(
        case
          when octet_length(name) = char_length(name) then name
          else translate(
            regexp_replace(
              regexp_replace(normalize(private.visible_part(name), nfd), '[\u0300-\u036f]', '', 'g'),
              private.word_signs(), '', 'g'
            ),
            U&'\01a7\01bb\03e8\14bf\a644\a6ef\a75a\01b7\021c\0417\0498\04e0\2ccc\a76a\a7ab\+0118ca'
            '\+016f3b\+01d206\13ce\+0118af\01bc\+0118bb\0431\13ee\2cd2\+0118d5\+0104d2\+0118c6\+01d212\0222\0223\09ea'
            '\0a6a\+01031a\+01e8cb\09ed\0a67\0b68\0d6d\2cca\a76e\+0118ac\+0118cc\+0118d6\01cd\01ce\0226\0227'
            '\0251\0391\03b1\0410\0430\13aa\15c5\2376\237a\a4ee\+0102a0\+016f40\0180\0182\0183\0184'
            '\0253\0392\0411\0412\042c\0462\0463\048c\048d\13cf\13f4\15af\15f7\a4d0\a7b4\+010282'
            '\+0102a1\+010301\00a2\00c7\00e7\023c\0421\0441\04aa\04ab\13df\1d04\20a1\2ca4\2ca5\a4da'
            '\abaf\+0102a2\+010302\+010415\+01043d\+01051c\+0118e9\+0118f2\+01f74c\00d0\0110\0111\0189\018c\0256\0257'
            '\0501\13a0\13e7\146f\15de\15ea\20ab\a4d2\a4d3\011a\011b\0246\0247\0395\0415\0435'
            '\04bd\04bf\13ac\212e\22ff\2d39\a4f0\ab32\+010286\+0118a6\+0118ae\0191\0192\03dc\0584\15b4'
            '\1d6e\1e9d\a4dd\a798\a799\ab35\+010287\+0102a5\+010525\+0118a2\+0118c2\+01d213\018d\01e4\01e5\01e6'
            '\01e7\01f5\0260\0261\050c\0581\13c0\13f3\1d83\a4d6\0126\0127\0266\0397\041d\045b'
            '\04a2\04bb\04c7\04c9\0570\13bb\13c2\13f2\157c\2c67\2c8e\a4e7\a695\+0102cf\0131\01cf'
            '\01d0\0268\0269\026a\03b9\0456\04cf\13a5\1d7b\1d7c\2373\2378\a647\ab75\+0118c3\0248'
            '\0249\037f\03f3\0408\0458\13ab\148d\a4d9\a7b2\0199\039a\041a\049a\049e\13e6\16d5'
            '\20ad\2c69\2c94\a4d7\a740\+010518\0141\0142\0196\0197\019a\01c0\026b\026d\0399\0406'
            '\04c0\05c0\05d5\05df\0625\0627\0661\0673\06f1\07ca\13de\14aa\16c1\2223\23fd\2c92'
            '\2cd0\2d4f\a4e1\a4f2\+01028a\+010309\+010320\+01041b\+010526\+0118a3\+0118b2\+016f16\+016f28\+01d22a\+01e8c7\039c'
            '\03fa\041c\04cd\13b7\15f0\16d6\2c98\a4df\+0102b0\+010311\019d\019e\0273\039d\03b7\0578'
            '\057c\1d70\2c9a\a4e0\+01018e\+010513\00d8\00f8\019f\01d1\01d2\01fe\0275\0398\039f\03b8'
            '\03bf\03c3\041e\043e\0472\0473\04e8\04e9\0555\0585\05e1\0647\0665\06be\06c1\06d5'
            '\06f5\06ff\07c0\0966\09e6\0a66\0ae6\0b20\0b66\0be6\0c66\0ce6\0d20\0d66\0e50\0ed0'
            '\1010\101d\1040\10ff\12d0\13be\13eb\1d0f\1d11\2296\229d\236c\2c9e\2c9f\2d31\2d41'
            '\2d54\3007\a4f3\a74a\a74b\ab3d\ab3e\ab74\ab8e\abbb\+010292\+0102ab\+010404\+01042c\+0104c2\+0104ea'
            '\+010516\+0114d0\+0118b5\+0118c8\+0118d7\+0118e0\+01d21a\+01f714\01a5\03a1\03c1\0420\0440\13e2\146d\1d7d'
            '\2374\2ca2\2ca3\a4d1\+010295\02a0\051b\0563\0566\2d55\01a6\024d\027c\027d\0433\0493'
            '\13a1\13d2\1587\1d26\1d72\2c85\a4e3\ab47\ab48\ab81\+0104b4\+016f35\+01d216\01bd\0282\0405'
            '\0455\054f\13d5\13da\1d74\a4e2\a731\abaa\+010296\+010420\+010448\+0118c1\+016f3a\0166\0167\01ad'
            '\01ae\021a\023e\03a4\0422\04ac\13a2\1d75\20ae\22a4\2361\27d9\2ca6\a4d4\+010297\+0102b1'
            '\+010315\+0118bc\+016f0a\+01f768\01d3\01d4\0244\028b\03c5\054d\057d\1200\13cc\144c\1d1c\1d7e'
            '\222a\22c3\a4f4\a79f\ab4e\ab52\ab9c\+0104ce\+0104f6\+0118b8\+0118d8\+016f42\03bd\0474\0475\05d8'
            '\0667\06f7\13d9\142f\1d20\2228\22c1\2d38\a4e6\a6df\aba9\+010197\+01051d\+011706\+0118a0\+0118c0'
            '\+016f08\+01d20d\+01f708\026f\0461\047d\051c\051d\0561\13b3\13d4\1d21\20a9\a4ea\a761\ab83'
            '\+0114c5\+01170a\+01170e\+01170f\+0118e6\+0118ef\00d7\03a7\0425\0445\04b2\1541\157d\166d\166e\16b7'
            '\2573\292b\292c\2a2f\2a30\2cac\2d5d\a4eb\a7b3\+010196\+010290\+0102b4\+010317\+010322\+010527\+0118ec'
            '\00a5\01b4\024e\024f\0263\028f\03a5\03b3\0423\0443\04ae\04af\04b0\04b1\10e7\13a9'
            '\13bd\1d8c\1eff\2ca8\a4ec\ab5a\+0102b2\+0118a4\+0118dc\+016f43\01b5\01b6\0224\0225\0290\0396'
            '\13c3\1d22\1d76\a4dc\ab93\+0102f5\+0118a9\+0118c4\+0118e5',
            '22222223333333333344556666777888888999999999aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbcccccccccccccc'
            'cccccccccddddddddddddddddeeeeeeeeeeeeeeeeeefffffffffffffffffgggggggggggggghhhhhhhhhhhhhhhhhhhhii'
            'iiiiiiiiiiiiiiijjjjjjjjjjkkkkkkkkkkkkklllllllllllllllllllllllllllllllllllllllllmmmmmmmmmmmnnnnnn'
            'nnnnnnoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooopppppppp'
            'pppppqqqqqrrrrrrrrrrrrrrrrrrrsssssssssssssssstttttttttttttttttttttttuuuuuuuuuuuuuuuuuuuuuuuuvvvv'
            'vvvvvvvvvvvvvvvvvvvwwwwwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyyyyyyyzzzzzz'
            'zzzzzzzzz'
          )
        end
      ),
      'l1|!0@$ ._-''"()[]{}<>*~^#&+=/\,;:?`', 'iiiioas'
    ),
    'rn', 'm'
  ),
  'vv', 'w'
);

comment on function private.name_skeleton(text) is 'Two names with one skeleton look alike. Not for showing.';

-- '@dmin' reads as admin and '@admin' does too: a sign before or after the name is a letter of it, or an ornament.
create function private.name_looks(name text) returns text[]
language sql immutable strict parallel safe set search_path = ''
return case
  when name !~ '[@＠﹫]' then array[private.name_skeleton(name)]
  else (
    select array_agg(distinct replace(l.look, U&'\E000', 'a'))
    from (select private.name_skeleton(translate(name, '@＠﹫', U&'\E000\E000\E000')) as whole) s
    cross join lateral (
      select btrim(s.whole, U&'\E000') as bare, substr(s.whole, 1, 1) = U&'\E000' as has_first, right(s.whole, 1) = U&'\E000' as has_last
    ) b
    cross join lateral (
      values (s.whole), (b.bare), (case when b.has_first then 'a' || b.bare end), (case when b.has_last then b.bare || 'a' end),
        (case when b.has_first and b.has_last then 'a' || b.bare || 'a' end)
    ) as l (look)
    where l.look = s.whole or b.bare <> '' and l.look is not null
  )
end;

comment on function private.name_looks(text) is
  'The skeletons of a name, with the @ before and after it as letters and without. Names that share one look alike.';

-- shared/muted-words.ts does the same in the browser.
create function private.plain_words(written text) returns text
language sql immutable parallel safe strict
return btrim(lower(regexp_replace(
  regexp_replace(written, '<[^<>]*>', ' ', 'g'), '[\s!-/:-@\[-`{-~।‘’“”…–—]+', ' ', 'g'
)));

comment on function private.plain_words(text) is 'The words of a text or of HTML in small letters, with one space between them.';

-- What a member mutes is fetched once for a list, and the words of a text are made once for all that is looked up in it.
create function private.spaced_words(content text) returns text
language sql immutable parallel safe strict
return ' ' || private.plain_words(content) || ' ';

comment on function private.spaced_words(text) is 'The words of a text as private.plain_words gives them, with a space before and after each.';

-- As people write tags elsewhere: '#ipo' is ipo.
create function private.without_hash(tag text) returns text
language sql immutable strict parallel safe
return btrim(ltrim(tag, U&' #\FF03\00A0\3000'));

create function private.tag_key(tag text) returns text
language sql immutable strict parallel safe
return lower(private.without_hash(btrim(regexp_replace(tag, '\s+', ' ', 'g'))));

comment on function private.tag_key(text) is 'The spelling under which a tag is found: IPO, ipo and #ipo are one.';

grant execute on function
  private.blanks(), private.invisible_signs(), private.emoji_signs(), private.hidden_signs(), private.visible_part(text),
  private.text_length(text), private.separate_cells(text), private.strip_html(text), private.read_entities(text),
  private.plain_text(text), private.outside(text, text), private.parts_of(text), private.has_quotations(text), private.own_html(text), private.cut(text, integer),
  private.plain_excerpt(text, integer), private.word_signs(), private.without_hash(text), private.tag_key(text)
  to anon, authenticated, service_role;
grant execute on function
  private.name_skeleton(text), private.plain_words(text), private.spaced_words(text)
  to authenticated, service_role;
