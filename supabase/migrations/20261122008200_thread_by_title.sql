-- Old links name a discussion by its title alone (/thread/{slugified-title}). They lead on to its address where one
-- visible discussion has that title, so the slug is looked up by an index and never stored.

create index threads_title_slug_idx on public.threads
  ((btrim(regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g'), '-')));

-- Runs as its caller: a hidden discussion is found by whoever may see it. Two rows say that the title is ambiguous.
create function public.threads_by_title_slug(slug text) returns setof public.threads
language sql stable rows 1 set search_path = ''
as $$
  select t.*
  from public.threads t
  where btrim(regexp_replace(lower(t.title), '[^a-z0-9]+', '-', 'g'), '-') = threads_by_title_slug.slug
    and threads_by_title_slug.slug <> ''
  limit 2
$$;

comment on function public.threads_by_title_slug(text) is
  'Discussions whose lower-cased title, with runs of anything but a-z and 0-9 as one hyphen, is the slug; at most two.';

revoke all on function public.threads_by_title_slug(text) from public, anon, authenticated, service_role;
grant execute on function public.threads_by_title_slug(text) to anon, authenticated, service_role;
