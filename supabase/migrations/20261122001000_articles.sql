-- What articles need once people write and read them every day: the address outlives a new title, a date says when
-- the facts were last looked at, covers have a place, and what an admin does to an article is on record.

alter table public.blog_posts
  add column reviewed_at timestamptz,
  add column mail_subscribers boolean not null default false;

comment on column public.blog_posts.reviewed_at is 'When somebody last held the facts against their sources; null: not since it was published.';
comment on column public.blog_posts.mail_subscribers is 'Newsletter subscribers get it once it is published; once, see newsletter_issues.';

grant insert (reviewed_at, mail_subscribers) on public.blog_posts to authenticated;
grant update (reviewed_at, mail_subscribers) on public.blog_posts to authenticated;

-- Readers go by the day on which an article appeared, which for a scheduled one is not the day it was begun.
create index blog_posts_published_at_idx on public.blog_posts (published_at desc nulls last, id) where published;

-- Fills the slug, and keeps the two spellings of "published" one: whichever of them the writer set decides. What is
-- published appeared at the latest now. `updated_at` is the day of the text: featuring an article is no new text.
create or replace function private.prepare_article() returns trigger
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

-- ---------------------------------------------------------------------------------------------------------
-- Addresses that an article had before
-- ---------------------------------------------------------------------------------------------------------

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

-- Asks the article's own policies: an address of a draft tells nobody that there is one.
create policy read_of_visible on public.blog_post_slugs
  for select to anon, authenticated
  using (exists (select from public.blog_posts b where b.id = post_id));

revoke all on public.blog_post_slugs from public, anon, authenticated, service_role;
grant select on public.blog_post_slugs to anon, authenticated;
-- No write is granted: the trigger below keeps it.
grant select, insert, update, delete on public.blog_post_slugs to service_role;

-- Runs as its owner: nobody writes here by hand.
create function private.remember_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever has an address now has it; the older link to it is gone with that.
  delete from public.blog_post_slugs s where s.slug = new.slug;
  if tg_op = 'UPDATE' and new.slug <> old.slug and old.published_at is not null then
    insert into public.blog_post_slugs (slug, post_id) values (old.slug, new.id)
    on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  end if;
  return null;
end
$$;

create trigger remember_slug
  after insert or update of slug on public.blog_posts
  for each row execute function private.remember_slug();

-- ---------------------------------------------------------------------------------------------------------
-- The record
-- ---------------------------------------------------------------------------------------------------------

create function private.log_article() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A job that publishes what is due does what an admin decided, and that is on record already.
  if (select auth.uid()) is null then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform private.log_act('delete', 'blog_posts', old.id, old.title);
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.log_act('insert', 'blog_posts', new.id, new.title);
    if new.status <> 'draft' then
      perform private.log_act(
        case new.status when 'published' then 'publish' else 'schedule' end, 'blog_posts', new.id, new.title
      );
    end if;
    return null;
  end if;
  if new.status <> old.status then
    perform private.log_act(
      case new.status when 'published' then 'publish' when 'scheduled' then 'schedule' else 'unpublish' end,
      'blog_posts', new.id, new.title
    );
  end if;
  if new.featured <> old.featured then
    perform private.log_act(case when new.featured then 'feature' else 'unfeature' end, 'blog_posts', new.id, new.title);
  end if;
  if (new.title, new.slug, new.excerpt, new.content, new.category, new.image)
    is distinct from (old.title, old.slug, old.excerpt, old.content, old.category, old.image) then
    perform private.log_act('edit', 'blog_posts', new.id, old.title);
  end if;
  return null;
end
$$;

create trigger log_article
  after insert or update or delete on public.blog_posts
  for each row when (pg_trigger_depth() = 0)
  execute function private.log_article();

-- ---------------------------------------------------------------------------------------------------------
-- What the forum talks about and an article explains
-- ---------------------------------------------------------------------------------------------------------

-- Tags of the 300 discussions with the latest activity, those first that were answered and upvoted most; of them
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

revoke all on function public.trending_article_topics(integer) from public, anon, authenticated, service_role;
grant execute on function public.trending_article_topics(integer) to anon, authenticated, service_role;

-- ---------------------------------------------------------------------------------------------------------
-- Covers
-- ---------------------------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('covers', 'covers', true, 10 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

create policy read_covers on storage.objects
  for select to anon, authenticated using (bucket_id = 'covers');
create policy insert_covers_admin on storage.objects
  for insert to authenticated
  with check (bucket_id = 'covers' and (select private.is_admin()));
create policy update_covers_admin on storage.objects
  for update to authenticated
  using (bucket_id = 'covers' and (select private.is_admin()))
  with check (bucket_id = 'covers' and (select private.is_admin()));
create policy delete_covers_admin on storage.objects
  for delete to authenticated using (bucket_id = 'covers' and (select private.is_admin()));

revoke execute on all functions in schema private from public;
