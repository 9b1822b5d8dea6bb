-- Guests filter by what an index serves alone (server/rest/indexed.ts), and the Learning Center finds articles by parts of
-- their titles, excerpts and topics.

create index blog_posts_words_trgm_idx on public.blog_posts
  using gin (title extensions.gin_trgm_ops, excerpt extensions.gin_trgm_ops, category extensions.gin_trgm_ops);
