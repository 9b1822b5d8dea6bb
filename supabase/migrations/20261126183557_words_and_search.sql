set local check_function_bodies = off;

DROP TRIGGER "guard_names" ON "public"."profiles";

DROP FUNCTION "private"."add_spelling_terms"(text[]);

DROP FUNCTION "private"."plain_excerpt"(text);

DROP FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer);

ALTER TABLE "private"."spelling_terms" ADD COLUMN "in_title" boolean NOT NULL DEFAULT true;

create or replace function private.add_spelling_terms(titles text[], texts text[]) returns void
language sql volatile set search_path = ''
as $$
  insert into private.spelling_terms as known (word, sound, in_title)
  select l.lexeme, private.phonetic_key(l.lexeme), bool_or(one.in_title)
  from (select unnest(titles) as line, true as in_title union all select left(unnest(texts), 20000), false) one
  cross join lateral unnest(to_tsvector('simple', private.normalize_for_search(one.line))) as l
  where char_length(l.lexeme) between 4 and 30 and l.lexeme !~ '[0-9/.]'
  group by l.lexeme
  order by 1
  on conflict (word) do update set in_title = true where excluded.in_title and not known.in_title
$$;

create or replace function private.beginning_query(typed text) returns tsquery
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

create or replace function private.blanks() returns text
language sql immutable parallel safe
return '\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';

create or replace function private.count_uses(query tsquery) returns bigint
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

create or replace function private.cut(written text, length integer) returns text
language sql immutable strict parallel safe
return case when char_length(written) > length then rtrim(left(written, length)) || '…' else written end;

create or replace function private.emoji_signs() returns text
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

create or replace function private.extract_mentions(html text) returns table (member uuid, place bigint)
language plpgsql stable set search_path = ''
as $$
declare
  said text;
begin
  if strpos(extract_mentions.html, '@') = 0 then
    return;
  end if;
  said := private.without_addresses(private.read_entities(regexp_replace(
    private.outside(
      regexp_replace(
        extract_mentions.html, '<a\s[^<>]*href="/experts/([A-Za-z0-9_.-]{3,30})"[^<>]*>@\1</a>', ' @\1 ', 'g'
      ),
      'blockquote|pre|code|a'
    ),
    '<[^<>]*>', ' ', 'g'
  )));
  return query
    select n.member, min(n.place) as place
    from (
      select distinct on (m.place) p.id as member, m.place, p.user_level
      from (
        select lower(f.match[1]) as run, f.place
        from regexp_matches(said, '(?<![A-Za-z0-9_@])@([A-Za-z0-9_.-]{3,100})', 'g') with ordinality as f (match, place)
        limit 100
      ) m
      cross join lateral (
        select left(m.run, length) as name
        from generate_series(3, least(30, char_length(m.run))) as length
        where length = char_length(m.run) or substr(m.run, length + 1, 1) in ('.', '-')
      ) c
      join public.profiles p on lower(p.username) = c.name
      order by m.place, char_length(c.name) desc
    ) n
    where n.user_level <> 'Banned'
    group by n.member;
end
$$;

create or replace function private.fuzzy_query(typed text, joined text) returns tsquery
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

create or replace function private.guard_names() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean := tg_op = 'INSERT';
  is_chosen boolean := (select auth.uid()) is not null;
begin
  -- The table's checks refuse what is too long, after this trigger: comparing 20,000 characters would take seconds.
  if char_length(new.username) > 30 or char_length(new.full_name) > 200 then
    return new;
  end if;
  new.bio := private.with_few_marks(new.bio);
  if is_new or new.full_name is distinct from old.full_name then
    new.full_name := private.with_few_marks(nullif(btrim(new.full_name, E' \t\n\r\f\u000b\u00a0\u3000'), ''));
    if new.full_name ~ private.hidden_signs() or private.visible_part(new.full_name) = '' then
      raise sqlstate 'PT422' using message = 'The full name has signs that cannot be seen. Please type it again.';
    end if;
    if is_chosen and private.is_reserved_name(new.full_name) and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'That name is reserved. Please choose another.';
    end if;
  end if;
  if is_chosen and (is_new or new.username is distinct from old.username) then
    if private.is_reserved_name(new.username) and not private.is_admin() then
      raise sqlstate 'PT422' using message = 'That username is reserved. Please choose another.';
    end if;
    if private.has_lookalike(new.username, new.id) then
      raise sqlstate 'PT422' using message = 'That username looks like one that is taken already. Please choose another.';
    end if;
  end if;
  if is_new or new.avatar_url is distinct from old.avatar_url then
    -- A file of the site's own storage is kept by its path, whatever the site is called.
    new.avatar_url := regexp_replace(new.avatar_url, '^https?://[^/]+(/storage/v1/object/public/avatars/)', '\1');
    if new.avatar_url !~ '^/[^/\\]' or new.avatar_url ~ '[\u0001-\u0020"''<>\\]' then
      -- Clients make a profile from what a provider said, picture included: it has no place here, the profile does.
      if is_new or not is_chosen then
        new.avatar_url := null;
      else
        raise sqlstate 'PT422' using message = 'A picture is uploaded here first, then shown.';
      end if;
    end if;
  end if;
  return new;
end
$$;

create or replace function private.has_lookalike(username text, except_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where private.name_skeleton(p.username) = any (private.name_looks(has_lookalike.username))
      and p.id is distinct from has_lookalike.except_id
      and lower(p.username) <> lower(has_lookalike.username)
  )
$$;

create or replace function private.has_quotations(html text) returns boolean
language sql immutable strict parallel safe
return html ~* '</?(?:blockquote|pre)[\s>]';

create or replace function private.index_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.published then
    perform private.index_articles(array[new.id]);
    perform private.add_spelling_terms(array[new.title], array[new.excerpt, new.content]);
  else
    delete from private.article_words where article_id = new.id;
  end if;
  return null;
end
$$;

create or replace function private.index_everything() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.index_threads();
  perform private.tag_threads();
  perform private.index_articles();
  perform private.add_spelling_terms(t.title || t.tags, array[t.content]) from public.threads t where not t.is_hidden;
  perform private.add_spelling_terms(array[b.title], array[b.excerpt, b.content]) from public.blog_posts b where b.published;
end
$$;

create or replace function private.index_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_hidden then
    delete from private.thread_words where thread_id = new.id;
  else
    perform private.index_threads(array[new.id]);
    perform private.add_spelling_terms(new.title || new.tags, array[new.content]);
  end if;
  if tg_op = 'INSERT' and new.tags = '{}' then
    return null;
  end if;
  perform private.tag_threads(array[new.id]);
  return null;
end
$$;

create or replace function private.invisible_signs() returns text
language sql immutable parallel safe
return '\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2'
  '\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff'
  '\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
  '\U000e0000-\U000e0fff';

create or replace function private.hidden_signs() returns text
language sql immutable parallel safe
return '(?![\u200c\u200d])[' || private.invisible_signs() || '\u0009-\u000d\u2028\u2029]'
  '(?<![' || private.emoji_signs() || '][\ufe0e\ufe0f])';

create or replace function private.is_reserved_name(name text) returns boolean
language plpgsql stable strict security definer set search_path = ''
as $$
declare
  -- What may stand around a name, and between its words.
  separators constant text := '[\s._@＠﹫．﹒。｡-]';
  own text := (select private.name_skeleton(s.site_name) from public.site_settings s);
  whole text;
  rest text;
begin
  if exists (
    select
    from public.reserved_names r
    where r.is_part and r.skeleton in (
      select private.name_skeleton(part) from regexp_split_to_table(is_reserved_name.name, separators || '+') as part
      union all
      select look
      from regexp_split_to_table(is_reserved_name.name, '[\s._-]+') as part
      cross join lateral unnest(private.name_looks(part)) as look
    )
  ) then
    return true;
  end if;
  foreach whole in array private.name_looks(regexp_replace(is_reserved_name.name, '[0-9]+' || separators || '*$', '')) loop
    if char_length(own) > 3 and starts_with(whole, own) then
      return true;
    end if;
    -- Longest first, so that `irdai` is not taken for `irda`.
    rest := regexp_replace(
      whole, (select string_agg(r.skeleton, '|' order by char_length(r.skeleton) desc, r.name) from public.reserved_names r), '', 'g'
    );
    if rest <> whole and regexp_replace(rest, (
      select string_agg(private.name_skeleton(f), '|' order by char_length(f) desc)
      from unnest('{the,of,in,india,team,care,customer,desk,line,service,services,page,channel,group,chat,live,news,updates,real,dept,office}'::text[]) f
    ), '', 'g') = '' then
      return true;
    end if;
  end loop;
  return false;
end
$$;

create or replace function private.is_used(query tsquery) returns boolean
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

create or replace function private.marks() returns text
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

create or replace function private.meant_by(typed text) returns text
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

create or replace function private.name_looks(name text) returns text[]
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

create or replace function private.outside(html text, tags text) returns text
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

create or replace function private.parts_of(html text, out own text, out code text, out quoted text)
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

create or replace function private.phonetic_key(word text) returns text
language sql immutable strict parallel safe
return translate(
  lower(word),
  'कखगघचछजझटठतथडढदधणनञङंँपफबभमयरलळवशषसहअआाइईिीउऊुूएऐेैॅओऔोौॉऋृ'
    'கஙசஜஞடணதநனபமயரறலளழவஷஸஹஅஆாஇஈிீஉஊுூஎஏஐெேைஒஓஔொோௌ'
    '्ः்ஃ',
  'kkggccjjttttddddnnnnnnpfbbmyrllvssshaaaiiiiuuuueeeeeooooorr'
    'knsjntntnnpmyrrlllvsshaaaiiiiuuuueeeeeeoooooo'
);

create or replace function private.phrase_of(words text[]) returns tsquery
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

create or replace function private.prepare_chat_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
  own_name text;
begin
  new.message := private.with_few_marks(btrim(new.message, E' \t\n\r\f\u000b\u00a0\u3000'));
  new.username := private.with_few_marks(btrim(new.username, E' \t\n\r\f\u000b\u00a0\u3000'));
  if member is null then
    if (select auth.role()) = 'anon' then
      new.is_anonymous := new.user_id is null;
    end if;
  elsif new.is_anonymous then
    new.user_id := null;
  else
    select p.username into own_name from public.profiles p where p.id = member;
    new.user_id := coalesce(new.user_id, member);
    new.username := coalesce(own_name, new.username);
    return new;
  end if;
  -- The table's checks refuse what is too long, after this trigger: comparing 20,000 characters would take seconds.
  if char_length(new.username) > 30 then
    return new;
  end if;
  -- A name of signs alone has no skeleton and resembles no other.
  if new.is_anonymous and private.name_skeleton(new.username) <> '' then
    if exists (
      select from public.profiles p where private.name_skeleton(p.username) = any (private.name_looks(new.username))
    ) then
      raise sqlstate 'PT422' using message = 'That name belongs to a member. Please choose another.';
    end if;
    if private.is_reserved_name(new.username) and (select auth.role()) in ('anon', 'authenticated') then
      raise sqlstate 'PT422' using message = 'That name is reserved. Please choose another.';
    end if;
  end if;
  if new.username ~ private.hidden_signs() then
    perform private.raise_check_violation('chat_messages', 'chat_messages_username_visible');
  end if;
  return new;
end
$$;

create or replace function private.prepare_poll() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden_signs constant text := '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]';
begin
  new.question := private.with_few_marks(btrim(new.question));
  new.options := array(select private.with_few_marks(btrim(o)) from unnest(new.options) with ordinality as x (o, place) order by place);
  if char_length(new.question) > 200 or private.shown_length(new.question) < 3 or new.question ~ hidden_signs then
    perform private.raise_check_violation('polls', 'polls_question_length');
  end if;
  if cardinality(new.options) not between 2 and 10
    or exists (
      select from unnest(new.options) as o
      where o is null or char_length(o) > 100 or private.visible_part(o) = '' or o ~ hidden_signs
    )
    or (select count(distinct lower(o)) from unnest(new.options) as o) < cardinality(new.options) then
    perform private.raise_check_violation('polls', 'polls_options_bounds');
  end if;
  new.votes := array_fill(0, array[cardinality(new.options)]);
  -- The same for a poll that is new, and one that is corrected.
  new.closes_at := new.created_at + make_interval(days => new.open_days::integer);
  return new;
end
$$;

create or replace function private.read_entities(html text) returns text
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

create or replace function private.plain_text(html text) returns text
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

create or replace function private.own_html(html text) returns text
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

create or replace function private.plain_excerpt(html text, length integer default 300) returns text
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

create or replace function private.resolve_in_thread(thread uuid, typed text, out query tsquery, out is_exact boolean)
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

create or replace function private.resolve_query(typed text, typing boolean, is_name boolean)
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

create or replace function private.shown_length(written text) returns integer
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

create or replace function private.split_forms(word text) returns setof text[]
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

create or replace function private.tamil_stem(word text) returns text
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

create or replace function private.stem_tamil(written text) returns text
language sql immutable strict parallel safe set search_path = ''
return case
  when written !~ '[\u0b80-\u0bff]' then written
  else (
    select string_agg(case when p.piece[1] ~ '^[\u0b80-\u0bff]' then private.tamil_stem(p.piece[1]) else p.piece[1] end, '' order by p.place)
    from regexp_matches(written, '[\u0b80-\u0bff]+|[^\u0b80-\u0bff]+', 'g') with ordinality as p (piece, place)
  )
end;

create or replace function private.normalize_for_search(html text) returns text
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

create or replace function private.lexeme(word text) returns tsquery
language sql stable strict parallel safe
return case
  when word ~ '[^a-z0-9-]' then to_tsquery('private.words'::regconfig, quote_literal(private.normalize_for_search(word)))
  when word ~ '[0-9]' then quote_literal(word)::tsquery
  else quote_literal((ts_lexize('pg_catalog.english_stem', word))[1])::tsquery
end;

create or replace function private.validate_thread_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or new.title is distinct from old.title then
    new.title := private.with_few_marks(new.title);
    if char_length(new.title) > 200 or private.shown_length(new.title) not between 8 and 200 then
      perform private.raise_check_violation('threads', 'threads_title_length');
    end if;
    -- Direction overrides would turn the line around the title, in lists and in mails.
    if new.title ~ '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]' then
      perform private.raise_check_violation('threads', 'threads_title_visible');
    end if;
  end if;
  if tg_op = 'INSERT' or new.content is distinct from old.content then
    if char_length(new.content) > 200000 or private.text_length(new.content) not between 10 and 50000 then
      perform private.raise_check_violation('threads', 'threads_content_length');
    end if;
  end if;
  if tg_op = 'INSERT' or new.tags is distinct from old.tags then
    if not private.tags_are_short(new.tags) then
      perform private.raise_check_violation('threads', 'threads_tags_bounds');
    end if;
    -- '#ipo' and IPO are one tag, as it was first written.
    new.tags := array(
      select t.tag
      from (
        select distinct on (private.tag_key(x.tag)) private.with_few_marks(private.without_hash(x.tag)) as tag, x.place
        from unnest(new.tags) with ordinality as x (tag, place)
        order by private.tag_key(x.tag), x.place
      ) t
      order by t.place
    );
    if exists (select from unnest(new.tags) as tag where private.visible_part(tag) = '' or tag ~ private.hidden_signs()) then
      perform private.raise_check_violation('threads', 'threads_tags_visible');
    end if;
  end if;
  return new;
end
$$;

create or replace function private.visible_part(written text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  normalize(written, nfkc), '[' || private.blanks() || private.invisible_signs() || ']', '', 'g'
);

create or replace function private.with_few_marks(written text) returns text
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

create or replace function private.with_forms(question tsquery, typed text) returns tsquery
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

create or replace function private.with_tamil_words(query tsquery, line text) returns tsquery
language plpgsql stable strict parallel safe security definer set search_path = ''
as $$
declare
  found record;
  answer tsquery := query;
begin
  for found in
    select distinct quote_literal(w.stem)::tsquery as stem, quote_literal(w.word)::tsquery as word
    from (
      select m.match[1] as word, private.tamil_stem(m.match[1]) as stem
      from regexp_matches(left(line, 20000), '[\u0b80-\u0bff]+', 'g') as m (match)
    ) w
    where w.stem <> w.word and position(quote_literal(w.stem) in query::text) > 0
  loop
    answer := ts_rewrite(answer, found.stem, found.stem || found.word);
  end loop;
  return answer;
end
$$;

create or replace function private.mark_words(line text, query tsquery, whole boolean) returns text
language sql stable parallel safe
return case
  when query is null then line
  else translate(
    ts_headline(
      'private.words'::regconfig,
      regexp_replace(
        case when whole then line else left(line, 20000) end,
        '(' || private.word_signs() || '+|/|\m[Rr][Ss](?=\d)|(?<=[A-Za-z])(?:\.(?=[0-9A-Za-z])|-(?=\d)))',
        E'\x03\\1\x03', 'g'
      ),
      case when line ~ '[\u0b80-\u0bff]' then private.with_tamil_words(query, line) else query end,
      case
        when whole then U&'StartSel="\0001", StopSel="\0002", HighlightAll=true'
        else U&'StartSel="\0001", StopSel="\0002", MaxFragments=2, MaxWords=18, MinWords=8, FragmentDelimiter=" … "'
      end
    ),
    E'\x03', ''
  )
end;

create or replace function private.without_addresses(written text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- Signs outside ASCII are of the sentence around an address, but for those of currencies.
  sign constant text := format('(?!%s)[^\u0001-\u00a0\u1680\u2000-\u206f\u3000\ufeff\ufffc]', private.word_signs());
  letter constant text := format('(?:[A-Za-z0-9]|%s)', sign);
  character constant text := format('(?:[!#-;=?-Z\\_a-z{}~\[\]\u20a0-\u20cf]|%s)', sign);
  apart constant text := format('(?<![@./_%%+~#=&?-])(?<!%s)', letter);
  host constant text := '[A-Za-z0-9][a-z0-9]*(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)*';
  -- A capital within a name, or a figure before a full stop, is of a sentence: 'sir.In', '5.in'.
  label constant text := '(?:[a-z0-9]+-+)*[a-z0-9]*[a-z]';
begin
  if strpos(written, '@') = 0 or written !~ '[.:]' then
    return written;
  end if;
  return regexp_replace(
    regexp_replace(
      written,
      format('(?<![a-z0-9])(?:https?|ftps?)://%s+', character)
        || format('|%swww(?:\.(?:%s|-)+){2,}[:/?#]%s*', apart, letter, character),
      ' ', 'gi'
    ),
    format('%s(?:[A-Z]?%s|[A-Z])(?:\.%s)*', apart, label, label)
      || '(?:\.(?:com|org|(?:ac|bank|co|edu|fin|firm|gen|gov|ind|net|nic|org|res)\.in|(?:ac|co|gov|org)\.uk|com\.(?:au|sg))'
      || '(?::\d{2,5})?[/?#]|\.(?:app|co|dev|edu|gov|in|info|io|me|net)/)' || character || '+'
      || format('|%s(?:mailto:)?[A-Za-z0-9_%%+-]*(?:\.[A-Za-z0-9_%%+-]+)*[%%+-]@%s', apart, host)
      || '\.(?:com|org|net|edu|gov|in|co|io|me|info|biz|app|dev|ae|au|ca|ch|de|eu|fr|jp|nz|sg|uk|us|za)(?!-*[A-Za-z0-9]|\.[A-Za-z0-9])',
    ' ', 'g'
  );
end
$$;

create or replace function private.without_hash(tag text) returns text
language sql immutable strict parallel safe
return btrim(ltrim(tag, U&' #\FF03\00A0\3000'));

create or replace function private.tag_key(tag text) returns text
language sql immutable strict parallel safe
return lower(private.without_hash(btrim(regexp_replace(tag, '\s+', ' ', 'g'))));

create or replace function public.excerpt(thread public.threads) returns text
language sql immutable
return private.plain_excerpt((thread).content, 400);

create or replace function public.search(
  query text,
  only_kind text default 'all',
  in_category text default null,
  by_author text default null,
  since timestamptz default null,
  typing boolean default false,
  max_rows integer default 20,
  skip integer default 0
) returns table (
  kind text,
  id uuid,
  title text,
  excerpt text,
  slug text,
  section text,
  thread_id uuid,
  username text,
  avatar_url text,
  user_level text,
  at timestamptz,
  reply_count integer,
  thread_count integer,
  is_exact boolean,
  total bigint,
  is_answered boolean,
  meant text
)
language sql stable rows 20
begin atomic
  with given as materialized (
    select btrim(left(search.query, 200)) as words,
      in_category is null and by_author is null and search.since is null as is_free
    where char_length(btrim(search.query)) > 1
  ), named as materialized (
    select m.member_id, m.worth, m.is_it, m.is_name, count(*) over () as total
    from given g
    cross join lateral private.find_members(g.words, 200) m
    where only_kind in ('all', 'members') and g.is_free
  ), asked as materialized (
    select b.query, b.is_exact, g.words, g.is_free,
      (select c.id from public.forum_categories c where c.slug = in_category) as category_id,
      (select p.id from public.profiles p where lower(p.username) = lower(by_author)) as author_id,
      -- A name is the answer to words that no thread has in its title.
      exists (select from named n where n.is_name)
        and not exists (select from private.find_threads(b.query, true, '{}', null, 1)) as is_about_members
    from given g
    cross join lateral private.resolve_query(search.query, typing, exists (select from named n where n.is_name)) b
  ), thread_hits as (
    select f.thread_id, max(f.rank) as rank
    from asked a
    cross join lateral (
      select true as in_title, 100 as wanted
      union all
      select false, 200 where not typing
    ) way
    cross join lateral private.find_threads(
      a.query, way.in_title,
      case when in_category is null then '{}' else array['c' || coalesce(a.category_id::text, '')] end
        || case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      search.since, way.wanted
    ) f
    where only_kind in ('all', 'threads')
    group by f.thread_id
  ), thread_page as materialized (
    select t.id, t.title, t.content, t.author_id, t.category_id, t.reply_count, t.last_activity, t.answer_id,
      private.search_score(h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.id, r.thread_id, r.author_id, r.content, r.created_at,
      private.search_score(f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_replies(
      a.query,
      case when by_author is null then '{}' else array['a' || coalesce(a.author_id::text, '')] end,
      case when in_category is null then null else coalesce(a.category_id, '00000000-0000-0000-0000-000000000000') end,
      search.since, 200
    ) f
    join public.replies r on r.id = f.reply_id
    where only_kind in ('all', 'replies') and not typing
    order by worth desc, r.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), article_page as materialized (
    select b.id, b.title, b.slug, b.excerpt, b.content, b.category, b.author_id, b.published_at, b.created_at,
      private.search_score(f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
    from asked a
    cross join lateral private.find_articles(a.query, typing) f
    join public.blog_posts b on b.id = f.article_id
    where only_kind in ('all', 'articles') and in_category is null and b.published
      and (by_author is null or b.author_id = a.author_id)
      and (search.since is null or coalesce(b.published_at, b.created_at) >= search.since)
    order by worth desc, b.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), member_page as materialized (
    select p.id, p.username, p.full_name, p.avatar_url, p.bio, p.user_level, p.joined_at, p.total_posts, p.total_replies,
      n.worth, n.is_it or n.is_name and a.is_about_members as is_first, n.total
    from asked a
    cross join named n
    join public.profiles p on p.id = n.member_id
    order by n.worth desc, p.reputation desc, p.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), tag_page as materialized (
    select t.tag, t.thread_count, f.is_it, count(*) over () as total
    from asked a
    cross join lateral private.find_tags(a.words, 200) f
    join public.tags t on t.tag = f.tag
    where only_kind in ('all', 'tags') and a.is_free
    order by is_it desc, t.thread_count desc, t.tag
    limit case when only_kind = 'all' then 8 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), answers as materialized (
    select 1 as kind_place, t.worth, 'thread' as kind, t.id,
      private.mark_words(t.title, a.query, true) as title,
      case when not typing then private.mark_words(private.strip_html(private.own_html(t.content)), a.query, false) end as excerpt,
      c.slug, c.name as section, t.id as thread_id, p.username, p.avatar_url, p.user_level,
      t.last_activity as at, t.reply_count, null::integer as thread_count, a.is_exact, t.total,
      t.answer_id is not null as is_answered
    from asked a
    cross join thread_page t
    join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 2, r.worth, 'reply', r.id, t.title,
      private.mark_words(private.strip_html(private.own_html(r.content)), a.query, false),
      c.slug, c.name, t.id, p.username, p.avatar_url, p.user_level,
      r.created_at, null, null, a.is_exact, r.total, t.answer_id is not distinct from r.id
    from asked a
    cross join reply_page r
    join public.threads t on t.id = r.thread_id
    join public.profiles p on p.id = r.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 3, b.worth, 'article', b.id,
      private.mark_words(b.title, a.query, true),
      case when not typing then private.mark_words(private.strip_html(private.own_html(b.excerpt || ' ' || b.content)), a.query, false) end,
      b.slug, b.category, null, coalesce(p.full_name, p.username), p.avatar_url, p.user_level,
      coalesce(b.published_at, b.created_at), null, null, a.is_exact, b.total, false
    from asked a
    cross join article_page b
    left join public.profiles p on p.id = b.author_id
    union all
    select case when m.is_first then 0 else 4 end, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
      null, null, null, m.username, m.avatar_url, m.user_level,
      m.joined_at, m.total_replies, m.total_posts, true, m.total, false
    from member_page m
    union all
    select 5, g.is_it::integer * 1e9 + g.thread_count, 'tag', null, g.tag, null,
      null, null, null, null, null, null, null, null, g.thread_count, true, g.total, false
    from tag_page g
  ), doubt as materialized (
    -- Asked only where few posts were found, or none that has all the words.
    select case
      when not typing and not exists (select from named n where n.is_name) and (
        select coalesce(sum(n.total), 0)
        from (select distinct x.kind, x.total from answers x where x.kind in ('thread', 'reply', 'article')) n
      ) between 1 and case when a.is_exact then 10 else 600 end then private.meant_by(a.words)
    end as meant
    from asked a
  )
  select n.kind, n.id, n.title, n.excerpt, n.slug, n.section, n.thread_id, n.username, n.avatar_url,
    n.user_level, n.at, n.reply_count, n.thread_count, n.is_exact, n.total, n.is_answered, d.meant
  from answers n
  cross join doubt d
  order by n.kind_place, n.worth desc, n.id;
end;

create or replace function public.search_in_thread(thread uuid, query text, max_rows integer default 20, skip integer default 0)
returns table (
  id uuid, excerpt text, username text, avatar_url text, user_level text, at timestamptz, is_answer boolean, is_exact boolean,
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
  select r.id, private.mark_words(private.strip_html(private.own_html(r.content)), a.query, false), p.username, p.avatar_url, p.user_level,
    r.created_at, t.answer_id is not distinct from r.id, a.is_exact, r.total
  from asked a
  cross join page r
  join public.threads t on t.id = r.thread_id
  join public.profiles p on p.id = r.author_id
  order by r.created_at, r.id;
end;

CREATE TRIGGER guard_names BEFORE INSERT OR UPDATE OF username, full_name, avatar_url, bio ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.guard_names();

COMMENT ON COLUMN "private"."spelling_terms"."in_title" IS 'In a title or a tag once: those are looked for first in the place of a word that nothing has.';

COMMENT ON FUNCTION "private"."add_spelling_terms"(text[], text[]) IS 'Adds the words of titles and tags, and those of the beginnings of texts.';

COMMENT ON FUNCTION "private"."blanks"() IS 'White space, which PostgreSQL''s \s knows by the locale alone.';

COMMENT ON FUNCTION "private"."marks"() IS 'The inside of a bracket expression: marks without a width of their own, which are drawn on the letter before (Mn, Me).';

COMMENT ON FUNCTION "private"."meant_by"(text) IS 'What was typed, with words that few use in the spelling of those that many do; null if there are none.';

COMMENT ON FUNCTION "private"."name_looks"(text) IS 'The skeletons of a name, with the @ before and after it as letters and without. Names that share one look alike.';

COMMENT ON FUNCTION "private"."outside"(text, text) IS 'HTML outside of all elements of these names.';

COMMENT ON FUNCTION "private"."own_html"(text) IS 'What the writer of a post says, without quotations and blocks of code; of a post that has nothing else the code, or the quotation between quotation marks.';

COMMENT ON FUNCTION "private"."parts_of"(text) IS 'A post by whose words they are: the writer''s, code, and quotations with what is in them.';

COMMENT ON FUNCTION "private"."phrase_of"(text[]) IS 'A question for these words side by side; null if the index leaves one of them out.';

COMMENT ON FUNCTION "private"."plain_excerpt"(text, integer) IS 'The beginning of a post as its reader sees it, in its writer''s own words: as excerptOf in shared/plain-text.ts, by characters.';

COMMENT ON FUNCTION "private"."plain_text"(text) IS 'The text of HTML on one line, as plainText in shared/plain-text.ts: markup within a line parts nothing, other tags do.';

COMMENT ON FUNCTION "private"."read_entities"(text) IS 'A text of HTML without markup, its entities read.';

COMMENT ON FUNCTION "private"."stem_tamil"(text) IS 'A text with the stems of its words in Tamil.';

COMMENT ON FUNCTION "private"."tag_key"(text) IS 'The spelling under which a tag is found: IPO, ipo and #ipo are one.';

COMMENT ON FUNCTION "private"."with_few_marks"(text) IS 'A text with at most eight marks on a letter, which words of every script do with: piles of them cover the lines around.';

COMMENT ON FUNCTION "private"."with_forms"(tsquery, text) IS 'A question, or the same words glued and split: Q3FY26 and Q3 FY26, 80CCD(1B) and 80ccd1b, BAJAJ-AUTO and bajajauto.';

COMMENT ON FUNCTION "private"."without_addresses"(text) IS 'A text without the addresses that would seem to name somebody.';

COMMENT ON FUNCTION "public"."excerpt"(public.threads) IS 'The beginning of its text: plain, in its writer''s own words, or a quotation between quotation marks if it has nothing else.';

COMMENT ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) IS 'Finds by words what guests may see. only_kind: all, threads, replies, articles, members or tags; typing: titles only, the last word unfinished. Found words stand between \1 and \2; total counts at most the 200 best; is_answered: a thread with an accepted answer, or a reply that is one; meant: the query in a spelling that finds more, if a word of it is hardly used.';

COMMENT ON TABLE "private"."spelling_terms" IS 'Words of threads and articles, to find the one that was meant. They stay when their thread goes: what is shown of them, visible threads have.';

REVOKE ALL ON FUNCTION "private"."add_spelling_terms"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."blanks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."blanks"() TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."count_uses"(tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cut"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cut"(text, integer) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."emoji_signs"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."emoji_signs"() TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."has_quotations"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_quotations"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."hidden_signs"() FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."hidden_signs"() TO "anon";

REVOKE ALL ON FUNCTION "private"."hidden_signs"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."hidden_signs"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."hidden_signs"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."hidden_signs"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."invisible_signs"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invisible_signs"() TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."is_used"(tsquery) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lexeme"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."marks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."meant_by"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."meant_by"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."name_looks"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."outside"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."outside"(text, text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."own_html"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_html"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."parts_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_of"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."phrase_of"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_excerpt"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_excerpt"(text, integer) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."plain_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plain_text"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."read_entities"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_entities"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."split_forms"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stem_tamil"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stem_tamil"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."tamil_stem"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tamil_stem"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."with_few_marks"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_forms"(tsquery, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_tamil_words"(tsquery, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."with_tamil_words"(tsquery, text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."without_addresses"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_hash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."without_hash"(text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search"(text, text, text, text, timestamp with time zone, boolean, integer, integer) TO "service_role";

-- Rows, by the rules above: words of replies, threads and articles (Tamil by stems, ITR-3 as two words, words of texts for
-- spelling), and tags that were written with a sign.
reindex index public.replies_words_idx;
delete from private.spelling_terms where word ~ '[\u0b80-\u0bff]';
select private.index_everything();
with signed as (
  delete from public.watches w where w.tag <> private.tag_key(w.tag) returning w.user_id, private.tag_key(w.tag) as tag
)
insert into public.watches (user_id, tag) select distinct s.user_id, s.tag from signed s where s.tag <> '' on conflict do nothing;
with signed as (
  delete from public.mutes m where m.tag <> private.tag_key(m.tag) returning m.user_id, private.tag_key(m.tag) as tag
)
insert into public.mutes (user_id, tag) select distinct s.user_id, s.tag from signed s where s.tag <> '' on conflict do nothing;
