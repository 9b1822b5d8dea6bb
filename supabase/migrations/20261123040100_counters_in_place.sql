-- Counters change without touching what finds a row by its name.
--
-- PostgreSQL updates a row in place (HOT) when no indexed column changes and its page has room; any other update writes
-- into every index of the table. `reputation` had an index, so each reply and each vote also wrote the two trigram
-- indexes of a member's names; a discussion's `last_activity` and `upvote_count` have theirs (its category's lists are
-- read along them), so each reply and vote also wrote the trigrams of its title.
--
-- Measured with 20,000 discussions: a vote wrote 6.7 kB of WAL, and 4.5 kB with what this chapter does. Taking the two
-- lists by upvotes out of the way too would save another 0.3 kB, and cost the contract its order by upvote_count.

-- ---------------------------------------------------------------------------------------------------------
-- Members: all counters in place
-- ---------------------------------------------------------------------------------------------------------

-- The lists ordered by reputation are of experts and of members found by name: few rows, sorted when asked.
drop index public.profiles_reputation_idx;

-- ---------------------------------------------------------------------------------------------------------
-- Discussions: views in place, titles elsewhere
-- ---------------------------------------------------------------------------------------------------------

alter table public.threads set (fillfactor = 75); -- room for the next version of one row in seven
alter table private.thread_view_counts set (fillfactor = 80);

create table private.thread_titles (
  thread_id uuid not null,
  title text not null,
  constraint thread_titles_pkey primary key (thread_id),
  constraint thread_titles_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_titles is 'The title of every discussion, for the indexes on it; kept by triggers.';

revoke all on private.thread_titles from public, anon, authenticated, service_role;

create function private.keep_thread_title() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.thread_titles as kept (thread_id, title) values (new.id, new.title)
  on conflict on constraint thread_titles_pkey do update set title = excluded.title;
  return null;
end
$$;

create trigger keep_title_insert
  after insert on public.threads
  for each row execute function private.keep_thread_title();

create trigger keep_title_update
  after update of title on public.threads
  for each row when (old.title is distinct from new.title)
  execute function private.keep_thread_title();

drop index public.threads_title_trgm_idx, public.threads_title_slug_idx;
insert into private.thread_titles (thread_id, title) select t.id, t.title from public.threads t;
create index thread_titles_trgm_idx on private.thread_titles using gin (title extensions.gin_trgm_ops);
create index thread_titles_slug_idx on private.thread_titles
  (btrim(regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g'), '-'));

-- Runs as its owner among what everybody may see; the rows are read as the caller (public.threads_by_title_slug).
create or replace function private.thread_ids_by_title_slug(slug text) returns setof uuid
language sql stable security definer rows 1 set search_path = ''
as $$
  select t.id
  from private.thread_titles n
  join public.threads t on t.id = n.thread_id
  where btrim(regexp_replace(lower(n.title), '[^a-z0-9]+', '-', 'g'), '-') = thread_ids_by_title_slug.slug
    and thread_ids_by_title_slug.slug <> '' and not t.is_hidden
  limit 2
$$;

-- Runs as its owner: the table is nobody's to read, and row security would keep the index from being used. An admin
-- reads every discussion, so that an id tells nothing that the policies don't.
create function private.thread_ids_with_title(words text) returns setof uuid
language sql stable security definer rows 100 set search_path = ''
as $$
  select n.thread_id
  from private.thread_titles n
  where n.title ilike '%' || regexp_replace(thread_ids_with_title.words, '([\\%_])', '\\\1', 'g') || '%'
    and private.is_admin()
$$;

create function public.threads_with_title(words text) returns setof public.threads
language sql stable rows 100
begin atomic
  select t.*
  from private.thread_ids_with_title(words) i (id)
  join public.threads t on t.id = i.id;
end;

comment on function public.threads_with_title(text) is
  'For admins: the discussions whose title contains this, in whichever case, hidden ones too. Nothing for others.';

revoke all on function public.threads_with_title(text) from public, anon, authenticated, service_role;
grant execute on function public.threads_with_title(text) to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.thread_ids_by_title_slug(text) to anon, authenticated, service_role;
grant execute on function private.thread_ids_with_title(text) to authenticated;
