-- Finding: discussions, replies, articles, members and tags by words, in English and Hindi, while typing and in spite
-- of typing mistakes.
--
-- PostgreSQL uses no text index for a reader who is under row security, because an operator like `@@` might tell
-- something of rows that the policy hides. So there are two steps. Functions in `private` run as their owner, look
-- only at what every guest may see, and give ids. `public.search` and its sisters run as their caller and read the
-- rows of these ids through the policies: whatever the first step got wrong, nothing hidden comes out of the second.
--
-- Where the words are kept was chosen by what writing costs. A discussion's row changes with every reply (latest
-- activity, counters), and each time an index on its text would be written again: its words have a table of their
-- own. A reply's row hardly ever changes: its words are an index and nothing else.

-- Hindi has its own stemmer; every word that is not plain ASCII goes through it, which leaves other scripts alone.
create text search configuration private.words (copy = pg_catalog.english);
alter text search configuration private.words alter mapping for word, hword, hword_part with pg_catalog.hindi_stem;

-- ---------------------------------------------------------------------------------------------------------
-- Texts
-- ---------------------------------------------------------------------------------------------------------

-- Hindi is written with the nukta and without it (फ़ंड, फंड), and with joiners that nobody sees: both are left out.
create function private.plain_words(html text) returns text
language sql immutable strict parallel safe
return translate(
  normalize(regexp_replace(html, '<[^<>]*>', ' ', 'g'), nfkc),
  U&'\093C\200B\200C\200D\00AD\0001\0002', ''
);

comment on function private.plain_words(text) is 'The text of HTML in one spelling, for the index and for what is looked up in it.';

-- What an index is made of pins the search path, because the planner writes out an SQL function without such a setting
-- for whoever may execute it, and leaves it alone for whoever may not: the index, which a visitor's statement looked at
-- first, and the question, which runs as the owner, would then differ in their text, and the index not be used.
create function private.reply_words(content text) returns tsvector
language sql immutable strict parallel safe set search_path = ''
return to_tsvector('private.words'::regconfig, private.plain_words(content));

create function private.tag_key(tag text) returns text
language sql immutable strict parallel safe
return lower(btrim(regexp_replace(tag, '\s+', ' ', 'g')));

comment on function private.tag_key(text) is 'The spelling under which a tag is found: IPO and ipo are one.';

-- Letters of like sound become one: so a wrong vowel sign still leads to the word, and Devanagari gets trigrams,
-- which pg_trgm makes of the letters that the database's locale knows, in ours of ASCII alone.
create function private.word_sound(word text) returns text
language sql immutable strict parallel safe
return translate(
  lower(word),
  'कखगघचछजझटठतथडढदधणनञङंँपफबभमयरलळवशषसहअआाइईिीउऊुूएऐेैॅओऔोौॉऋृ्ः',
  'kkggccjjttttddddnnnnnnpfbbmyrllvssshaaaiiiiuuuueeeeeooooorr'
);

comment on function private.word_sound(text) is 'A word in Latin letters by sound, for comparing mistyped words.';

-- When something was written, as words that an index can intersect with: year, month and day.
create function private.time_facets(at timestamptz) returns text[]
language sql immutable strict parallel safe
return array[
  'y' || extract(year from at at time zone 'UTC'),
  'm' || extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'),
  'd' || (at at time zone 'UTC')::date - date '2000-01-01'
];

create function private.reply_facets(created_at timestamptz, author_id uuid) returns text[]
language sql immutable strict parallel safe set search_path = ''
return private.time_facets(created_at) || ('a' || author_id);

-- ---------------------------------------------------------------------------------------------------------
-- Words of discussions and articles
-- ---------------------------------------------------------------------------------------------------------

create table private.thread_words (
  thread_id uuid not null,
  created_at timestamptz not null,
  title tsvector not null,
  words tsvector not null,
  facets text[] not null,
  constraint thread_words_pkey primary key (thread_id),
  constraint thread_words_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_words is 'The words of every visible discussion; kept by triggers.';
comment on column private.thread_words.title is 'Words of the title and the tags.';
comment on column private.thread_words.words is 'Words of the title (weight A), the tags (B) and the text (D).';
comment on column private.thread_words.facets is 'Year, month, day (private.time_facets), c and the category''s id, a and the author''s.';

create index thread_words_idx on private.thread_words using gin (title, words, facets);

create table private.article_words (
  article_id uuid not null,
  title tsvector not null,
  words tsvector not null,
  constraint article_words_pkey primary key (article_id),
  constraint article_words_article_id_fkey foreign key (article_id) references public.blog_posts (id) on delete cascade
);

comment on table private.article_words is 'The words of every published article; kept by a trigger.';

create index article_words_idx on private.article_words using gin (title, words);

create table private.search_words (
  word text not null,
  sound text not null,
  constraint search_words_pkey primary key (word)
);

comment on table private.search_words is
  'Words of titles and tags, to find the one that was meant. They stay when their discussion goes: no answer ever shows one, it is only looked for.';

create index search_words_sound_idx on private.search_words using gin (sound extensions.gin_trgm_ops);

create index replies_words_idx on public.replies
  using gin (private.reply_words(content), private.reply_facets(created_at, author_id))
  where not is_hidden and not is_thread_hidden;

-- ---------------------------------------------------------------------------------------------------------
-- Tags
-- ---------------------------------------------------------------------------------------------------------

create table private.thread_tags (
  tag text not null,
  thread_id uuid not null,
  constraint thread_tags_pkey primary key (tag, thread_id),
  constraint thread_tags_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_tags is 'Which visible discussions carry a tag; kept by triggers.';

create index thread_tags_thread_id_idx on private.thread_tags (thread_id);

create table public.tags (
  tag text not null,
  thread_count integer not null default 0,
  constraint tags_pkey primary key (tag)
);

comment on table public.tags is 'Tags in use.';
comment on column public.tags.tag is 'In small letters: IPO and ipo are one tag.';
comment on column public.tags.thread_count is 'Visible discussions that carry it.';

create index tags_thread_count_idx on public.tags (thread_count desc, tag);
create index tags_tag_trgm_idx on public.tags using gin (tag extensions.gin_trgm_ops);

alter table public.tags enable row level security;

-- A tag that only hidden discussions carry would tell of them.
create policy read_used on public.tags
  for select to anon, authenticated using (thread_count > 0);

revoke all on public.tags from public, anon, authenticated, service_role;
grant select on public.tags to anon, authenticated;
-- Nobody writes here: tags come and go with the discussions that carry them.
grant select, insert, update, delete on public.tags to service_role;

-- ---------------------------------------------------------------------------------------------------------
-- Keeping them
-- ---------------------------------------------------------------------------------------------------------

create function private.learn_words(texts text[]) returns void
language sql volatile set search_path = ''
as $$
  insert into private.search_words (word, sound)
  select distinct l.lexeme, private.word_sound(l.lexeme)
  from unnest(texts) as one (line)
  cross join lateral unnest(to_tsvector('simple', private.plain_words(one.line))) as l
  where char_length(l.lexeme) between 4 and 30 and l.lexeme !~ '[0-9/.]'
  order by 1
  on conflict do nothing
$$;

create function private.index_threads(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  insert into private.thread_words (thread_id, created_at, title, words, facets)
  select t.id, t.created_at, heading.title || heading.tags,
    setweight(heading.title, 'A') || setweight(heading.tags, 'B')
      || to_tsvector('private.words', private.plain_words(t.content)),
    private.time_facets(t.created_at) || array['c' || t.category_id, 'a' || t.author_id]
  from public.threads t
  cross join lateral (
    select to_tsvector('private.words', private.plain_words(t.title)) as title,
      to_tsvector('private.words', private.plain_words(array_to_string(t.tags, ' '))) as tags
  ) heading
  where not t.is_hidden and (only_ids is null or t.id = any (only_ids))
  on conflict (thread_id) do update
  set title = excluded.title, words = excluded.words, facets = excluded.facets
$$;

comment on function private.index_threads(uuid[]) is 'Writes the words of these discussions, or of all of them.';

-- Tags are locked after the category (see the chapter on discussions), by name.
create function private.tag_threads(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  with wanted as (
    select distinct private.tag_key(one.tag) as tag, t.id
    from public.threads t
    cross join lateral unnest(t.tags) as one (tag)
    where not t.is_hidden and (only_ids is null or t.id = any (only_ids))
  ), gone as (
    delete from private.thread_tags g
    where (only_ids is null or g.thread_id = any (only_ids))
      and not exists (select from wanted w where w.tag = g.tag and w.id = g.thread_id)
    returning g.tag
  ), come as (
    insert into private.thread_tags (tag, thread_id)
    select w.tag, w.id from wanted w where w.tag <> ''
    on conflict do nothing
    returning thread_tags.tag
  )
  insert into public.tags as known (tag, thread_count)
  select changed.tag, sum(changed.difference)
  from (select g.tag, -1 as difference from gone g union all select c.tag, 1 from come c) changed
  group by changed.tag
  order by changed.tag
  on conflict (tag) do update set thread_count = known.thread_count + excluded.thread_count
$$;

comment on function private.tag_threads(uuid[]) is 'Brings the tags of these discussions, or of all of them, up to date.';

create function private.index_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_hidden then
    delete from private.thread_words where thread_id = new.id;
  else
    perform private.index_threads(array[new.id]);
    perform private.learn_words(new.title || new.tags);
  end if;
  if tg_op = 'INSERT' and new.tags = '{}' then
    return null;
  end if;
  perform private.tag_threads(array[new.id]);
  return null;
end
$$;

create trigger index_thread_insert
  after insert on public.threads
  for each row execute function private.index_thread();

create trigger index_thread_update
  after update on public.threads
  for each row when (
    old.title is distinct from new.title or old.content is distinct from new.content
    or old.tags is distinct from new.tags or old.is_hidden <> new.is_hidden
    or old.category_id <> new.category_id or old.author_id <> new.author_id
  )
  execute function private.index_thread();

-- The words fall with the row; the counts of its tags are taken back while it is still known which they were.
create function private.untag_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with gone as (
    delete from private.thread_tags g where g.thread_id = old.id returning g.tag
  ), in_order as (
    select t.tag from public.tags t where t.tag in (select g.tag from gone g) order by t.tag for no key update
  )
  update public.tags t set thread_count = t.thread_count - 1
  from in_order o
  where o.tag = t.tag;
  return old;
end
$$;

create trigger untag_thread
  before delete on public.threads
  for each row execute function private.untag_thread();

create function private.index_articles(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  insert into private.article_words (article_id, title, words)
  select b.id, to_tsvector('private.words', private.plain_words(b.title)),
    setweight(to_tsvector('private.words', private.plain_words(b.title)), 'A')
      || setweight(to_tsvector('private.words', private.plain_words(b.category || ' ' || b.excerpt)), 'B')
      || to_tsvector('private.words', private.plain_words(b.content))
  from public.blog_posts b
  where b.published and (only_ids is null or b.id = any (only_ids))
  on conflict (article_id) do update set title = excluded.title, words = excluded.words
$$;

comment on function private.index_articles(uuid[]) is 'Writes the words of these articles, or of all of them.';

create function private.index_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.published then
    perform private.index_articles(array[new.id]);
    perform private.learn_words(array[new.title]);
  else
    delete from private.article_words where article_id = new.id;
  end if;
  return null;
end
$$;

create trigger index_article
  after insert or update on public.blog_posts
  for each row execute function private.index_article();

create function private.recount_tags() returns bigint
language sql volatile set search_path = ''
as $$
  with truth as (
    select coalesce(t.tag, g.tag) as tag, coalesce(g.threads, 0) as threads
    from public.tags t
    full join (
      select one.tag, count(*) as threads
      from (
        select distinct t.id, private.tag_key(x.tag) as tag
        from public.threads t cross join lateral unnest(t.tags) as x (tag)
        where not t.is_hidden and private.tag_key(x.tag) <> ''
      ) one
      group by one.tag
    ) g on g.tag = t.tag
    where t.thread_count is distinct from coalesce(g.threads, 0)
  ), corrected as (
    insert into public.tags (tag, thread_count)
    select w.tag, w.threads from truth w
    on conflict (tag) do update set thread_count = excluded.thread_count
    returning 1
  )
  select count(*) from corrected
$$;

comment on function private.recount_tags() is
  'Counts every tag''s discussions anew and gives how many counts were wrong: none, unless triggers were switched off.';

create function private.index_everything() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.index_threads();
  perform private.tag_threads();
  perform private.index_articles();
  perform private.learn_words(array(select t.title || ' ' || array_to_string(t.tags, ' ') from public.threads t where not t.is_hidden));
  perform private.learn_words(array(select b.title from public.blog_posts b where b.published));
end
$$;

comment on function private.index_everything() is 'For what was written while triggers were off: a bulk load, or what was here before this chapter.';

select private.index_everything();

-- ---------------------------------------------------------------------------------------------------------
-- What was typed, as a question
-- ---------------------------------------------------------------------------------------------------------

create function private.typed_words(typed text) returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(word.one order by word.place), '{}')
  from regexp_split_to_table(
    btrim(translate(private.plain_words(left(typed, 200)), '&|!():*<>''"\', '           ')), '\s+'
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

-- As people write questions to search engines: "a phrase", -without, or.
create function private.words_query(typed text) returns tsquery
language sql stable strict parallel safe
return websearch_to_tsquery('private.words'::regconfig, private.plain_words(left(typed, 200)));

-- Each word, or the known words that look most like it; `joined` by & or |.
create function private.similar_query(typed text, joined text) returns tsquery
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
      from private.search_words s
      where char_length(typed_word) > 3 and s.sound operator(extensions.%) private.word_sound(typed_word)
      order by extensions.similarity(s.sound, private.word_sound(typed_word)) desc, s.word
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

-- What cannot use the index would read everything: nothing but words to leave out, or words that say nothing.
create function private.is_question(query tsquery) returns boolean
language sql immutable parallel safe
return coalesce(numnode(query) > 0 and querytree(query) not in ('', 'T'), false);

-- ---------------------------------------------------------------------------------------------------------
-- Ids, newest first. These run as their owner; see the top of this chapter.
-- ---------------------------------------------------------------------------------------------------------

-- A word that half of a million discussions have would cost seconds to rank. So the newest are asked for first: of
-- today and yesterday, of two months, of two years, of all times, until there are enough. The index intersects the
-- words with the days, and never reads the rest. The planner is not asked: for the first row of many it would rather
-- read along, and one word that is rarer than it thought makes that the whole table.
create function private.period_facets(step integer, at timestamptz default now()) returns text[]
language sql stable parallel safe
return case step
  when 1 then array[(private.time_facets(at))[3], (private.time_facets(at - interval '1 day'))[3]]
  when 2 then array[(private.time_facets(at))[2], (private.time_facets(at - interval '1 month'))[2]]
  when 3 then array[(private.time_facets(at))[1], (private.time_facets(at - interval '1 year'))[1]]
end;

create function private.find_threads(
  query tsquery, in_title boolean, facets text[], since timestamptz, wanted integer
) returns table (thread_id uuid, rank real)
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
declare
  periods text[];
  enough boolean;
begin
  if not private.is_question(query) then
    return;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    if step < 4 then
      -- Counting is cheap beside ranking.
      enough := wanted <= (
        select count(*) from (
          select
          from private.thread_words w
          where case when in_title then w.title @@ query else w.words @@ query end
            and (facets = '{}' or w.facets @> facets) and w.facets && periods
            and (since is null or w.created_at >= since)
          limit wanted
        ) found
      );
      continue when not enough;
    end if;
    return query
      with hits as materialized (
        select w.thread_id, w.created_at, w.words
        from private.thread_words w
        where case when in_title then w.title @@ query else w.words @@ query end
          and (facets = '{}' or w.facets @> facets) and (periods is null or w.facets && periods)
          and (since is null or w.created_at >= since)
        limit 10000
      ), newest as (
        select h.thread_id, h.words from hits h order by h.created_at desc, h.thread_id limit wanted
      )
      select n.thread_id, ts_rank('{0.1, 0.2, 0.6, 1.0}', n.words, query, 1) from newest n;
    return;
  end loop;
end
$$;

-- As above, on the index of the replies themselves. The inner limit comes before the category is looked up: a word
-- that everybody uses, in a category where nobody writes, must not read a million rows to find that out.
create function private.find_replies(
  query tsquery, facets text[], category uuid, since timestamptz, wanted integer
) returns table (reply_id uuid, rank real)
language plpgsql stable security definer rows 200 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off set enable_indexscan = off
as $$
#variable_conflict use_variable
declare
  periods text[];
  enough boolean;
begin
  if not private.is_question(query) then
    return;
  end if;
  for step in 1..4 loop
    periods := private.period_facets(step);
    if step < 4 then
      enough := wanted * case when category is null then 1 else 10 end <= (
        select count(*) from (
          select
          from public.replies r
          where not r.is_hidden and not r.is_thread_hidden
            and private.reply_words(r.content) @@ query
            and (facets = '{}' or private.reply_facets(r.created_at, r.author_id) @> facets)
            and private.reply_facets(r.created_at, r.author_id) && periods
            and (since is null or r.created_at >= since)
          limit wanted * case when category is null then 1 else 10 end
        ) found
      );
      continue when not enough;
    end if;
    return query
      with hits as materialized (
        select r.id, r.created_at, r.thread_id, r.content
        from public.replies r
        where not r.is_hidden and not r.is_thread_hidden
          and private.reply_words(r.content) @@ query
          and (facets = '{}' or private.reply_facets(r.created_at, r.author_id) @> facets)
          and (periods is null or private.reply_facets(r.created_at, r.author_id) && periods)
          and (since is null or r.created_at >= since)
        limit 10000
      ), newest as (
        select h.id, h.content
        from hits h
        where category is null or exists (
          select from public.threads t where t.id = h.thread_id and t.category_id = category
        )
        order by h.created_at desc, h.id
        limit wanted
      )
      select n.id, ts_rank(private.reply_words(n.content), query, 1) from newest n;
    return;
  end loop;
end
$$;

create function private.find_articles(query tsquery, in_title boolean)
returns table (article_id uuid, rank real)
language plpgsql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if not private.is_question(query) then
    return;
  end if;
  return query
    select w.article_id, ts_rank('{0.1, 0.2, 0.6, 1.0}', w.words, query, 1)
    from private.article_words w
    where case when in_title then w.title @@ query else w.words @@ query end
    limit 500;
end
$$;

-- The question that finds something: as it was typed; its last word as a beginning; the words that look like it, all
-- of them, or any. While typing it is about titles, and the last word is always a beginning.
create function private.best_query(typed text, typing boolean)
returns table (query tsquery, is_exact boolean)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  for attempt in (case when typing then 2 else 1 end)..4 loop
    query := case attempt
      when 1 then private.words_query(typed)
      when 2 then private.prefix_query(typed)
      when 3 then private.similar_query(typed, ' & ')
      else private.similar_query(typed, ' | ')
    end;
    is_exact := attempt = 1 or attempt = 2 and (typing or position('"' in typed) = 0);
    exit when exists (select from private.find_threads(query, typing, '{}', null, 1))
      or exists (select from private.find_articles(query, typing))
      or (not typing and exists (select from private.find_replies(query, '{}', null, null, 1)));
    query := null;
    -- What was to be left out must not come back with what is like it.
    exit when not typing and typed ~ '(^|\s)-\S';
  end loop;
  return next;
end
$$;

-- ---------------------------------------------------------------------------------------------------------
-- Answers. These run as their caller: policies apply.
-- ---------------------------------------------------------------------------------------------------------

-- What is found is between \1 and \2, which no text holds: the page makes marks of them, and HTML nobody.
create function private.mark_words(line text, query tsquery, whole boolean) returns text
language sql stable parallel safe
return case
  when query is null then line
  when whole then ts_headline('private.words'::regconfig, line, query, U&'StartSel="\0001", StopSel="\0002", HighlightAll=true')
  else ts_headline('private.words'::regconfig, left(line, 20000), query, U&'StartSel="\0001", StopSel="\0002", MaxWords=32, MinWords=16')
end;

create function private.readable(html text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(translate(regexp_replace(html, '<[^<>]*>', ' ', 'g'), U&'\0001\0002', ''), '\s+', ' ', 'g'));

-- The words matter most. A year halves what the rest of it is worth down to two fifths, and being talked about adds:
-- ten replies and upvotes a quarter, a hundred nearly half.
create function private.worth(rank real, at timestamptz, talk integer) returns double precision
language sql stable parallel safe
return rank
  * (0.4 + 0.6 * power(0.5, least(greatest(extract(epoch from now() - at), 0) / 31536000.0, 60)))
  * (1 + ln(1 + greatest(talk, 0)) / 10);

comment on function private.worth(real, timestamptz, integer) is 'By what an answer is ordered: rank of its words, age, and how much it is talked about.';

create function public.search(
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
  total bigint
)
language sql stable rows 20
begin atomic
  with asked as materialized (
    select b.query, b.is_exact,
      btrim(left(search.query, 200)) as words,
      '%' || replace(replace(replace(btrim(left(search.query, 200)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as pattern,
      (select c.id from public.forum_categories c where c.slug = in_category) as category_id,
      (select p.id from public.profiles p where lower(p.username) = lower(by_author)) as author_id,
      in_category is null and by_author is null and search.since is null as is_free
    from private.best_query(search.query, typing) b
    where char_length(btrim(search.query)) > 1
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
    select t.*, private.worth(h.rank, t.last_activity, t.reply_count + t.upvote_count) as worth, count(*) over () as total
    from thread_hits h
    join public.threads t on t.id = h.thread_id
    order by worth desc, t.id
    limit case when only_kind = 'all' then 5 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), reply_page as materialized (
    select r.*, private.worth(f.rank, r.created_at, r.upvote_count) as worth, count(*) over () as total
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
    select b.*, private.worth(f.rank, coalesce(b.published_at, b.created_at), 0) as worth, count(*) over () as total
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
    select p.*,
      (lower(p.username) = lower(a.words))::integer * 4
        + (p.username ilike a.pattern)::integer
        + extensions.similarity(p.username, a.words)
        + coalesce(extensions.similarity(p.full_name, a.words), 0) as worth,
      count(*) over () as total
    from asked a
    join public.profiles p on p.username ilike a.pattern or p.full_name ilike a.pattern
      or p.username operator(extensions.%) a.words or p.full_name operator(extensions.%) a.words
    where only_kind in ('all', 'members') and a.is_free and p.user_level <> 'Banned'
    order by worth desc, p.reputation desc, p.id
    limit case when only_kind = 'all' then 3 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), tag_page as materialized (
    select t.tag, t.thread_count, t.tag = private.tag_key(a.words) as is_it, count(*) over () as total
    from asked a
    join public.tags t on t.tag like lower(a.pattern) or t.tag = any (private.typed_words(lower(a.words)))
      or t.tag operator(extensions.%) lower(a.words)
    where only_kind in ('all', 'tags') and a.is_free
    order by is_it desc, t.thread_count desc, t.tag
    limit case when only_kind = 'all' then 8 else least(max_rows, 50) end
    offset case when only_kind = 'all' then 0 else least(skip, 1000) end
  ), answers as (
    select 1 as kind_place, t.worth, 'thread' as kind, t.id,
      private.mark_words(t.title, a.query, true) as title,
      case when not typing then private.mark_words(private.readable(t.content), a.query, false) end as excerpt,
      c.slug, c.name as section, t.id as thread_id, p.username, p.avatar_url, p.user_level,
      t.last_activity as at, t.reply_count, null::integer as thread_count, a.is_exact, t.total
    from asked a
    cross join thread_page t
    join public.profiles p on p.id = t.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 2, r.worth, 'reply', r.id, t.title,
      private.mark_words(private.readable(r.content), a.query, false),
      c.slug, c.name, t.id, p.username, p.avatar_url, p.user_level,
      r.created_at, null, null, a.is_exact, r.total
    from asked a
    cross join reply_page r
    join public.threads t on t.id = r.thread_id
    join public.profiles p on p.id = r.author_id
    join public.forum_categories c on c.id = t.category_id
    union all
    select 3, b.worth, 'article', b.id,
      private.mark_words(b.title, a.query, true),
      case when not typing then private.mark_words(private.readable(b.excerpt || ' ' || b.content), a.query, false) end,
      b.slug, b.category, null, coalesce(p.full_name, p.username), p.avatar_url, p.user_level,
      coalesce(b.published_at, b.created_at), null, null, a.is_exact, b.total
    from asked a
    cross join article_page b
    left join public.profiles p on p.id = b.author_id
    union all
    select 4, m.worth, 'member', m.id, coalesce(m.full_name, m.username), left(m.bio, 200),
      null, null, null, m.username, m.avatar_url, m.user_level,
      m.joined_at, m.total_replies, m.total_posts, true, m.total
    from member_page m
    union all
    select 5, g.is_it::integer * 1e9 + g.thread_count, 'tag', null, g.tag, null,
      null, null, null, null, null, null, null, null, g.thread_count, true, g.total
    from tag_page g
  )
  select n.kind, n.id, n.title, n.excerpt, n.slug, n.section, n.thread_id, n.username, n.avatar_url,
    n.user_level, n.at, n.reply_count, n.thread_count, n.is_exact, n.total
  from answers n
  order by n.kind_place, n.worth desc, n.id;
end;

comment on function public.search(text, text, text, text, timestamptz, boolean, integer, integer) is
  'Finds by words what guests may see. only_kind: all, threads, replies, articles, members or tags; typing: titles only, the last word unfinished. Found words stand between \1 and \2; total counts at most the 200 best.';

-- ---------------------------------------------------------------------------------------------------------
-- Tags and similar discussions
-- ---------------------------------------------------------------------------------------------------------

create function private.find_tagged(tag text, max_rows integer, skip integer)
returns table (thread_id uuid)
language sql stable security definer rows 20 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
  select t.id
  from private.thread_tags g
  join public.threads t on t.id = g.thread_id
  where g.tag = private.tag_key(find_tagged.tag) and not t.is_hidden
  order by t.last_activity desc, t.id
  limit least(greatest(max_rows, 0), 100)
  offset greatest(skip, 0)
$$;

create function public.tagged_threads(tag text, max_rows integer default 20, skip integer default 0)
returns setof public.threads
language sql stable rows 20
begin atomic
  select t.*
  from private.find_tagged(tagged_threads.tag, max_rows, skip) f
  join public.threads t on t.id = f.thread_id
  order by t.last_activity desc, t.id;
end;

comment on function public.tagged_threads(text, integer, integer) is
  'Discussions that carry a tag, in whatever case it was written, the latest activity first.';

-- The words of a title that few others have say what it is about: the four rarest choose, all of them rank.
create function private.find_similar(title text, wanted integer)
returns table (thread_id uuid, likeness double precision)
language plpgsql stable security definer rows 5 set search_path = '' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_variable
declare
  words text[];
  weights double precision[];
begin
  select array_agg(x.word order by x.uses), array_agg(1 / (1 + ln(1 + x.uses)) order by x.uses)
  into words, weights
  from (
    select l.lexeme as word, (
      select count(*)
      from (select from private.thread_words w where w.title @@ quote_literal(l.lexeme)::tsquery limit 1000) one
    ) as uses
    from unnest(to_tsvector('private.words', private.plain_words(left(title, 200)))) l
    limit 12
  ) x
  where x.uses > 0;
  if words is null then
    return;
  end if;
  return query
    with hits as (
      select f.thread_id
      from private.find_threads(
        (select string_agg(quote_literal(w), ' | ') from unnest(words[1:4]) as w)::tsquery, true, '{}', null, 300
      ) f
    ), judged as (
      select h.thread_id, (
        select sum(weights[i])
        from generate_subscripts(words, 1) as i
        where t.title @@ quote_literal(words[i])::tsquery
      ) / (select sum(w) from unnest(weights) as w) as likeness
      from hits h
      join private.thread_words t on t.thread_id = h.thread_id
    )
    select j.thread_id, j.likeness
    from judged j
    where j.likeness > 0.3
    order by j.likeness desc, j.thread_id
    limit wanted;
end
$$;

create function public.similar_threads(title text, max_rows integer default 5)
returns setof public.threads
language sql stable rows 5
begin atomic
  select t.*
  from private.find_similar(similar_threads.title, least(greatest(max_rows, 0), 20)) f
  join public.threads t on t.id = f.thread_id
  order by f.likeness desc, t.last_activity desc, t.id;
end;

comment on function public.similar_threads(text, integer) is
  'Discussions whose titles share the telling words of this one, the likest first.';

-- A list shows a line of each text, so that is all that travels.
create function public.excerpt(thread public.threads) returns text
language sql immutable
return left(btrim(regexp_replace(regexp_replace(left(thread.content, 20000), '<[^<>]*>|<[^<>]*$', ' ', 'g'), '\s+', ' ', 'g')), 400);

comment on function public.excerpt(public.threads) is 'The beginning of its text without markup, entities as they are.';

-- The filter 'Unanswered' of a category.
create index threads_category_unanswered_idx on public.threads (category_id, created_at desc, id) where reply_count = 0;

-- ---------------------------------------------------------------------------------------------------------
-- Grants
-- ---------------------------------------------------------------------------------------------------------

revoke all on private.thread_words, private.article_words, private.search_words, private.thread_tags
  from public, anon, authenticated, service_role;

revoke all on function
  public.search(text, text, text, text, timestamptz, boolean, integer, integer),
  public.tagged_threads(text, integer, integer), public.similar_threads(text, integer), public.excerpt(public.threads)
  from public, anon, authenticated, service_role;
grant execute on function
  public.search(text, text, text, text, timestamptz, boolean, integer, integer),
  public.tagged_threads(text, integer, integer), public.similar_threads(text, integer), public.excerpt(public.threads)
  to anon, authenticated, service_role;

revoke execute on all functions in schema private from public;
grant execute on function private.best_query(text, boolean),
  private.find_threads(tsquery, boolean, text[], timestamptz, integer),
  private.find_replies(tsquery, text[], uuid, timestamptz, integer), private.find_articles(tsquery, boolean),
  private.find_tagged(text, integer, integer), private.find_similar(text, integer),
  private.mark_words(text, tsquery, boolean), private.readable(text), private.worth(real, timestamptz, integer),
  private.typed_words(text), private.plain_words(text), private.tag_key(text)
  to anon, authenticated, service_role;
-- Whoever writes a reply also writes the index of its words.
grant execute on function private.reply_words(text), private.reply_facets(timestamptz, uuid),
  private.time_facets(timestamptz) to authenticated, service_role;
grant execute on function private.index_everything(), private.recount_tags() to service_role;
