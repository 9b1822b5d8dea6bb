-- Where words are kept: of threads and articles in tables that triggers fill, of replies in an index
-- (0800_search_words), and all words of titles for spelling.
--
-- What a reply writes here is in docs/decisions/0015-what-a-reply-writes.md.

create table private.thread_words (
  thread_id uuid not null,
  created_at timestamptz not null,
  title tsvector not null,
  words tsvector not null,
  facets text[] not null,
  constraint thread_words_pkey primary key (thread_id),
  constraint thread_words_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_words is 'The words of every visible thread; kept by triggers.';
comment on column private.thread_words.title is 'Words of the title and the tags.';
comment on column private.thread_words.words is 'Words of the title (weight A), the tags (B) and the text (D).';
comment on column private.thread_words.facets is 'Year, month, day (private.time_facets), c and the category''s id, a and the author''s.';

create index thread_words_idx on private.thread_words using gin (title, words, facets);

revoke all on private.thread_words from public, anon, authenticated, service_role;

create table private.article_words (
  article_id uuid not null,
  title tsvector not null,
  words tsvector not null,
  constraint article_words_pkey primary key (article_id),
  constraint article_words_article_id_fkey foreign key (article_id) references public.blog_posts (id) on delete cascade
);

comment on table private.article_words is 'The words of every published article; kept by a trigger.';

create index article_words_idx on private.article_words using gin (title, words);

revoke all on private.article_words from public, anon, authenticated, service_role;

create table private.spelling_terms (
  word text not null,
  sound text not null,
  in_title boolean not null default true,
  constraint spelling_terms_pkey primary key (word)
);

comment on table private.spelling_terms is
  'Words of threads and articles, to find the one that was meant. They stay when their thread goes: what is shown of them, visible threads have.';

comment on column private.spelling_terms.in_title is
  'In a title or a tag once: those are looked for first in the place of a word that nothing has.';

create index spelling_terms_sound_idx on private.spelling_terms using gin (sound extensions.gin_trgm_ops);

revoke all on private.spelling_terms from public, anon, authenticated, service_role;

create function private.add_spelling_terms(titles text[], texts text[]) returns void
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

comment on function private.add_spelling_terms(text[], text[]) is 'Adds the words of titles and tags, and those of the beginnings of texts.';

create function private.index_threads(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  insert into private.thread_words (thread_id, created_at, title, words, facets)
  select t.id, t.created_at, heading.title || heading.tags,
    setweight(heading.title, 'A') || setweight(heading.tags, 'B')
      || to_tsvector('private.words', private.normalize_for_search(t.content)),
    private.time_facets(t.created_at) || array['c' || t.category_id, 'a' || t.author_id]
  from public.threads t
  cross join lateral (
    select to_tsvector('private.words', private.normalize_for_search(t.title)) as title,
      to_tsvector('private.words', private.normalize_for_search(array_to_string(t.tags, ' '))) as tags
  ) heading
  where not t.is_hidden and (only_ids is null or t.id = any (only_ids))
  on conflict (thread_id) do update
  set title = excluded.title, words = excluded.words, facets = excluded.facets
$$;

comment on function private.index_threads(uuid[]) is 'Writes the words of these threads, or of all of them.';

create function private.index_thread() returns trigger
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

create function private.index_articles(only_ids uuid[] default null) returns void
language sql volatile set search_path = ''
as $$
  insert into private.article_words (article_id, title, words)
  select b.id, to_tsvector('private.words', private.normalize_for_search(b.title)),
    setweight(to_tsvector('private.words', private.normalize_for_search(b.title)), 'A')
      || setweight(to_tsvector('private.words', private.normalize_for_search(b.category || ' ' || b.excerpt)), 'B')
      || to_tsvector('private.words', private.normalize_for_search(b.content))
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
    perform private.add_spelling_terms(array[new.title], array[new.excerpt, new.content]);
  else
    delete from private.article_words where article_id = new.id;
  end if;
  return null;
end
$$;

create trigger index_article
  after insert or update on public.blog_posts
  for each row execute function private.index_article();

create function private.index_everything() returns void
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

comment on function private.index_everything() is 'For what was written while triggers were off: a bulk load.';

grant execute on function private.index_everything() to service_role;
