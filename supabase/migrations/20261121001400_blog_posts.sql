-- The articles of the Learning Center. Everybody reads what is published; admins write.

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
  constraint blog_posts_pkey primary key (id),
  constraint blog_posts_slug_key unique (slug),
  constraint blog_posts_author_id_fkey foreign key (author_id) references public.profiles (id) on delete set null,
  constraint blog_posts_title_length check (char_length(btrim(title)) between 3 and 200),
  constraint blog_posts_slug_format check (char_length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint blog_posts_excerpt_length check (char_length(excerpt) <= 500),
  constraint blog_posts_content_length check (char_length(content) <= 400000),
  constraint blog_posts_category_length check (char_length(btrim(category)) between 1 and 60),
  constraint blog_posts_image_format check (char_length(image) <= 1000 and image ~ '^(https?://|/)'),
  constraint blog_posts_read_time_length check (char_length(read_time) <= 40),
  constraint blog_posts_status_known check (status in ('draft', 'scheduled', 'published')),
  constraint blog_posts_status_agrees check (published = (status = 'published')),
  constraint blog_posts_scheduled_for check (status <> 'scheduled' or published_at is not null)
);

comment on table public.blog_posts is 'Articles of the Learning Center.';
comment on column public.blog_posts.slug is 'Last part of the article''s address; made from the title when none is given.';
comment on column public.blog_posts.author_id is 'Null: shown as the site''s own team.';
comment on column public.blog_posts.status is 'draft, scheduled (appears at published_at) or published; always agrees with `published`.';
comment on column public.blog_posts.published_at is 'When it appeared, or is to appear.';

create index blog_posts_published_idx on public.blog_posts (created_at desc) where published;
create index blog_posts_featured_idx on public.blog_posts (created_at desc) where published and featured;
create index blog_posts_scheduled_idx on public.blog_posts (published_at) where status = 'scheduled';
create index blog_posts_author_id_idx on public.blog_posts (author_id);

alter table public.blog_posts enable row level security;

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

revoke all on public.blog_posts from public, anon, authenticated, service_role;
grant select on public.blog_posts to anon, authenticated;
grant insert (
  title, slug, excerpt, content, category, image, author_id, status, published, published_at, featured, read_time
) on public.blog_posts to authenticated;
grant update (
  title, slug, excerpt, content, category, image, author_id, status, published, published_at, featured, read_time,
  updated_at
) on public.blog_posts to authenticated;
grant delete on public.blog_posts to authenticated;
grant select, insert, update, delete on public.blog_posts to service_role;

-- Fills the slug, and keeps the two spellings of "published" one: whichever of them the writer set decides.
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
    new.published_at := coalesce(new.published_at, now());
  end if;
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end
$$;

create trigger prepare_article
  before insert or update on public.blog_posts
  for each row execute function private.prepare_article();

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

comment on function private.publish_due_articles() is 'Publishes scheduled articles whose time has come; gives their number. Called by a job.';

create trigger zz_announce
  after insert or update or delete on public.blog_posts
  for each row execute function private.announce_row();

revoke execute on all functions in schema private from public;
grant execute on function private.publish_due_articles() to service_role;
