-- The articles of the Learning Center. Everybody reads what is published; admins write. An article's address outlives a
-- new title, a date says when its facts were last looked at, and what an admin does to an article is in the log.

create table public.blog_posts (
  id uuid not null default gen_random_uuid(),
  title text not null,
  slug text not null,
  excerpt text not null default '',
  content text not null default '',
  category text not null,
  image text,
  author_id uuid default auth.uid(),
  status text not null default 'draft',
  published boolean not null default false,
  published_at timestamptz,
  featured boolean not null default false,
  read_time text not null default '10 min read',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reviewed_at timestamptz,
  mail_subscribers boolean not null default false,
  reviewed_against text,
  language text not null default 'en',
  translation_of uuid,
  constraint blog_posts_pkey primary key (id),
  constraint blog_posts_slug_key unique (slug),
  constraint blog_posts_author_id_fkey foreign key (author_id) references public.profiles (id) on delete set null,
  constraint blog_posts_translation_of_fkey foreign key (translation_of) references public.blog_posts (id) on delete set null,
  -- Serves the foreign key too.
  constraint blog_posts_translation_key unique (translation_of, language),
  constraint blog_posts_language_format check (language ~ '^[a-z]{2,3}$'),
  constraint blog_posts_title_length check (char_length(btrim(title)) between 3 and 200),
  constraint blog_posts_slug_format check (char_length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint blog_posts_excerpt_length check (char_length(excerpt) <= 500),
  constraint blog_posts_content_length check (char_length(content) <= 400000),
  constraint blog_posts_category_length check (char_length(btrim(category)) between 1 and 60),
  constraint blog_posts_image_format check (char_length(image) <= 1000 and image ~ '^(https?://|/)'),
  constraint blog_posts_read_time_length check (char_length(read_time) <= 40),
  constraint blog_posts_reviewed_against_length check (char_length(btrim(reviewed_against)) between 3 and 200),
  constraint blog_posts_status_known check (status in ('draft', 'scheduled', 'published')),
  constraint blog_posts_status_agrees check (published = (status = 'published')),
  constraint blog_posts_scheduled_for check (status <> 'scheduled' or published_at is not null)
);

comment on table public.blog_posts is 'Articles of the Learning Center.';
comment on column public.blog_posts.slug is 'Last part of the article''s address; made from the title when none is given.';
comment on column public.blog_posts.author_id is 'Null: shown as the site''s own team.';
comment on column public.blog_posts.status is 'draft, scheduled (appears at published_at) or published; always agrees with `published`.';
comment on column public.blog_posts.published_at is 'When it appeared, or is to appear.';
comment on column public.blog_posts.reviewed_at is 'When somebody last held the facts against their sources; null: not since it was published.';
comment on column public.blog_posts.reviewed_against is 'The sources that the facts were held against, as readers see them; null: not said.';
comment on column public.blog_posts.language is 'Of its text: en, hi.';
comment on column public.blog_posts.translation_of is
  'The article of which it is the translation, in another language and no translation itself; null: none.';
comment on column public.blog_posts.mail_subscribers is 'Newsletter subscribers get it once it is published; once, see newsletter_issues.';

create index blog_posts_published_idx on public.blog_posts (created_at desc) where published;
create index blog_posts_featured_idx on public.blog_posts (created_at desc) where published and featured;
create index blog_posts_scheduled_idx on public.blog_posts (published_at) where status = 'scheduled';
create index blog_posts_author_id_idx on public.blog_posts (author_id);
-- Articles are listed by the day of publication, which for a scheduled one is not the day it was created.
create index blog_posts_published_at_idx on public.blog_posts (published_at desc nulls last, id) where published;
-- Guests filter by what an index serves alone, and the Learning Center finds articles by parts of their titles,
-- excerpts and topics.
create index blog_posts_words_trgm_idx on public.blog_posts
  using gin (title extensions.gin_trgm_ops, excerpt extensions.gin_trgm_ops, category extensions.gin_trgm_ops);

alter table public.blog_posts enable row level security;

revoke all on public.blog_posts from public, anon, authenticated, service_role;
grant select on public.blog_posts to anon, authenticated;
grant insert (
  title, slug, excerpt, content, category, image, author_id, status, published, published_at, featured, read_time,
  reviewed_at, mail_subscribers, reviewed_against, language, translation_of
) on public.blog_posts to authenticated;
grant update (
  title, slug, excerpt, content, category, image, author_id, status, published, published_at, featured, read_time,
  updated_at, reviewed_at, mail_subscribers, reviewed_against, language, translation_of
) on public.blog_posts to authenticated;
grant delete on public.blog_posts to authenticated;
grant select, insert, update, delete on public.blog_posts to service_role;

create policy read_published on public.blog_posts
  for select to anon using (published);

create policy read_published_or_admin on public.blog_posts
  for select to authenticated using (published or (select private.is_admin()));

create policy insert_any_admin on public.blog_posts
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.blog_posts
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy delete_any_admin on public.blog_posts
  for delete to authenticated using ((select private.is_admin()));

-- Fills the slug, and keeps the two spellings of "published" one: whichever of them the writer set decides. What is
-- published appeared at the latest now. `updated_at` is the day of the text: featuring an article is no new text.
create function private.prepare_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  stem text;
  number integer := 1;
begin
  new.title := btrim(new.title);
  if coalesce(new.slug, '') = '' then
    stem := btrim(left(regexp_replace(lower(new.title), '[^a-z0-9]+', '-', 'g'), 100), '-');
    stem := coalesce(nullif(stem, ''), 'article');
    new.slug := stem;
    while exists (select from public.blog_posts b where b.slug = new.slug and b.id <> new.id) loop
      number := number + 1;
      new.slug := stem || '-' || number;
    end loop;
  end if;
  if tg_op = 'INSERT' then
    if new.published then
      new.status := 'published';
    end if;
  elsif new.status is not distinct from old.status and new.published is distinct from old.published then
    new.status := case when new.published then 'published' else 'draft' end;
  end if;
  new.published := new.status = 'published';
  if new.published then
    new.published_at := least(coalesce(new.published_at, now()), now());
  end if;
  if tg_op = 'UPDATE' and (new.title, new.excerpt, new.content, new.category, new.image)
    is distinct from (old.title, old.excerpt, old.content, old.category, old.image) then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create trigger prepare_article
  before insert or update on public.blog_posts
  for each row execute function private.prepare_article();

-- One article in each language, all of them translations of one. Sees drafts, whoever writes.
create function private.guard_translation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.blog_posts b
    where b.id = new.translation_of and (b.language = new.language or b.translation_of is not null)
      or b.translation_of = new.id and (b.language = new.language or new.translation_of is not null)
  ) then
    perform private.raise_check_violation('blog_posts', 'blog_posts_translation_of_original');
  end if;
  return null;
end
$$;

create trigger guard_translation
  after insert or update of language, translation_of on public.blog_posts
  for each row execute function private.guard_translation();

create function private.publish_due_articles() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with due as (
    update public.blog_posts set status = 'published'
    where status = 'scheduled' and published_at <= now()
    returning 1
  )
  select count(*) from due
$$;

comment on function private.publish_due_articles() is 'Publishes scheduled articles whose time has come; returns their number. Called by a job.';

create table public.blog_post_slugs (
  slug text not null,
  post_id uuid not null,
  created_at timestamptz not null default now(),
  constraint blog_post_slugs_pkey primary key (slug),
  constraint blog_post_slugs_post_id_fkey foreign key (post_id) references public.blog_posts (id) on delete cascade
);

comment on table public.blog_post_slugs is 'Former last parts of articles'' addresses: links to them lead on.';
comment on column public.blog_post_slugs.post_id is 'Where it leads now.';

create index blog_post_slugs_post_id_idx on public.blog_post_slugs (post_id);

alter table public.blog_post_slugs enable row level security;

revoke all on public.blog_post_slugs from public, anon, authenticated, service_role;
grant select on public.blog_post_slugs to anon, authenticated;
-- No write is granted: the trigger below keeps it.
grant select, insert, update, delete on public.blog_post_slugs to service_role;

-- Asks the article's own policies: an address of a draft tells nobody that there is one.
create policy read_of_visible on public.blog_post_slugs
  for select to anon, authenticated
  using (exists (select from public.blog_posts b where b.id = post_id));

-- Runs as its owner: nobody writes here by hand.
create function private.record_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The article that has an address now keeps it; an older redirect from it ends.
  delete from public.blog_post_slugs s where s.slug = new.slug;
  if tg_op = 'UPDATE' and new.slug <> old.slug and old.published_at is not null then
    insert into public.blog_post_slugs (slug, post_id) values (old.slug, new.id)
    on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  end if;
  return null;
end
$$;

create trigger record_redirect
  after insert or update of slug on public.blog_posts
  for each row execute function private.record_redirect();

create function private.log_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A job that publishes what is due does what an admin decided, and that is on record already.
  if (select auth.uid()) is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.log_action('delete', 'blog_posts', old.id, old.title);
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.log_action('insert', 'blog_posts', new.id, new.title);
    if new.status <> 'draft' then
      perform private.log_action(
        case new.status when 'published' then 'publish' else 'schedule' end, 'blog_posts', new.id, new.title
      );
    end if;
    return null;
  end if;
  if new.status <> old.status then
    perform private.log_action(
      case new.status when 'published' then 'publish' when 'scheduled' then 'schedule' else 'unpublish' end,
      'blog_posts', new.id, new.title
    );
  end if;
  if new.featured <> old.featured then
    perform private.log_action(case when new.featured then 'feature' else 'unfeature' end, 'blog_posts', new.id, new.title);
  end if;
  if (new.title, new.slug, new.excerpt, new.content, new.category, new.image, new.language, new.translation_of)
    is distinct from (
      old.title, old.slug, old.excerpt, old.content, old.category, old.image, old.language, old.translation_of
    ) then
    perform private.log_action('edit', 'blog_posts', new.id, old.title);
  end if;
  return null;
end
$$;

create trigger log_article
  after insert or update or delete on public.blog_posts
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_article();

-- Logged: mailing everybody, a change of author, a change of the date of publication.
create function private.log_article_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
begin
  if (select auth.uid()) is null then
    return null;
  end if;
  changed := concat_ws('; ',
    case when new.mail_subscribers is distinct from (case when tg_op = 'UPDATE' then old.mail_subscribers else false end) then
      format('mail_subscribers: %s → %s', (not new.mail_subscribers)::text, new.mail_subscribers::text) end,
    case when tg_op = 'UPDATE' and new.author_id is distinct from old.author_id then
      format('author: %s → %s',
        coalesce((select p.username from public.profiles p where p.id = old.author_id), '-'),
        coalesce((select p.username from public.profiles p where p.id = new.author_id), '-')) end,
    -- Appearing sets it as well, and is an entry of its own.
    case when tg_op = 'UPDATE' and new.published_at is distinct from old.published_at and new.status = old.status then
      format('published_at: %s → %s', coalesce(old.published_at::text, '-'), coalesce(new.published_at::text, '-')) end
  );
  if changed <> '' then
    perform private.log_action('update', 'blog_posts', new.id, new.title, null, changed);
  end if;
  return null;
end
$$;

create trigger log_article_facts
  after insert or update of mail_subscribers, author_id, published_at on public.blog_posts
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_article_facts();

-- Tags of the 300 threads with the latest activity, those first that were answered and upvoted most; of them
-- the ones that stand as a word in a title or an excerpt. Three hundred bound the cost, however large the forum is.
create function public.trending_article_topics(max_rows integer default 8)
returns table (topic text, discussions bigint)
language sql stable rows 8 set search_path = ''
as $$
  with talked_about as (
    select t.tags, 1 + t.reply_count + t.upvote_count as weight
    from public.threads t
    where not t.is_hidden
    order by t.last_activity desc
    limit 300
  ), topics as (
    select replace(lower(tag), '-', ' ') as topic, count(*) as discussions, sum(a.weight) as weight
    from talked_about a
    cross join lateral unnest(a.tags) as tag
    where char_length(tag) >= 3
    group by 1
    order by weight desc, topic
    limit 60
  )
  select t.topic, t.discussions
  from topics t
  where exists (
    select
    from public.blog_posts b
    where b.published
      and (b.title || ' · ' || b.excerpt) ~* ('\m' || regexp_replace(t.topic, '([^[:alnum:]_[:space:]])', '\\\1', 'g') || '\M')
  )
  order by t.weight desc, t.topic
  limit least(greatest(max_rows, 0), 20)
$$;

comment on function public.trending_article_topics(integer) is
  'What the forum talks about now and at least one article is on, most talked about first; max_rows up to 20.';

create trigger zz_announce
  after insert or update or delete on public.blog_posts
  for each row execute function private.publish_row_change();

create function private.export_member_articles(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(b) from public.blog_posts b
  where b.author_id = member order by b.created_at, b.id offset skip limit 500;
end;

revoke all on function public.trending_article_topics(integer) from public, anon, authenticated, service_role;
grant execute on function private.publish_due_articles() to service_role, site_jobs;
grant execute on function public.trending_article_topics(integer) to anon, authenticated, service_role;
