-- Texts as a reader sees them: lengths, visible characters, excerpts, words, names that look alike.
--
-- The bounds of posts' texts are checked when a text is written, and not with every counter. A check constraint runs on
-- each update of its row: with the length of a long text in one, each view and each reply read the whole text again, 7
-- ms for '+1 view' on a post of 50,000 characters, 0.2 ms without it. A trigger on the columns of the text raises what
-- the constraint would raise: 23514, with the constraint's name (private.raise_check_violation).

-- Characters that turn the line around them, control it, or are drawn as nothing. Joiners belong to Indian scripts.
create function private.hidden_signs() returns text
language sql immutable parallel safe
return '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e'
  '\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]';

comment on function private.hidden_signs() is 'A regular expression: one character that has no place in a name.';

-- What PostgreSQL's \s leaves out: the blanks and joiners that take no room, and the letters that are drawn empty.
create function private.visible_part(written text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  normalize(written, nfkc),
  '[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
  '', 'g'
);

comment on function private.visible_part(text) is
  'A text without white space and without what is drawn as nothing, in one spelling for letters that look alike.';

-- Kept in step with shared/text-length.ts. Joiners and variation selectors belong to Hindi words and to emoji, so they
-- may stand in a text; they only don't count.
create function private.shown_length(written text) returns integer
language sql immutable strict parallel safe
return char_length(btrim(regexp_replace(
  regexp_replace(
    written,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]',
    '', 'g'
  ),
  '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
)));

comment on function private.shown_length(text) is
  'Characters that a reader sees: outer blanks and what is drawn as nothing are left out, a run of blanks is one.';

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

create function private.plain_excerpt(html text) returns text
language sql immutable parallel safe strict
return left(
  btrim(
    replace(
      replace(
        replace(
          replace(
            regexp_replace(
              regexp_replace(
                regexp_replace(
                  private.separate_cells(left(html, 4000)),
                  '</?(?:a|b|code|del|em|i|mark|s|span|strong|sub|sup|u)(?:\s[^<>]*)?>', '', 'gi'
                ),
                '<[^<>]*(>|$)', ' ', 'g'
              ),
              '\s+', ' ', 'g'
            ),
            '&lt;', '<'
          ),
          '&gt;', '>'
        ),
        '&quot;', '"'
      ),
      '&amp;', '&'
    )
  ),
  300
);

comment on function private.plain_excerpt(text) is 'The first 300 characters of an HTML text as a reader sees them.';

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

create function private.tag_key(tag text) returns text
language sql immutable strict parallel safe
return lower(btrim(regexp_replace(tag, '\s+', ' ', 'g')));

comment on function private.tag_key(text) is 'The spelling under which a tag is found: IPO and ipo are one.';

grant execute on function
  private.visible_part(text), private.text_length(text), private.separate_cells(text), private.strip_html(text),
  private.word_signs(), private.tag_key(text)
  to anon, authenticated, service_role;
grant execute on function private.plain_excerpt(text) to service_role;
grant execute on function
  private.name_skeleton(text), private.plain_words(text), private.spaced_words(text)
  to authenticated, service_role;
