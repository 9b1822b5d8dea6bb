-- The ids and titles that lead to a post.
--
-- A writer's own browser may make the id: a post whose answer was lost is sent again under the same id, and is there
-- once. What an address shows of an id, its first 8 digits, belongs to one post, whether or not the client chose the
-- id: otherwise a link to somebody's words could be made to lead to another's.

-- Sees hidden threads and replies too: their addresses are taken.
create function private.keep_thread_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  first uuid := (left(new.id::text, 8) || '-0000-0000-0000-000000000000')::uuid;
  last uuid := (left(new.id::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
begin
  -- The very same id is the key's to refuse.
  if exists (select from public.threads t where t.id between first and last and t.id <> new.id)
    or exists (select from public.deleted_threads d where d.id between first and last) then
    new.id := private.new_thread_id();
  end if;
  return new;
end
$$;

create trigger keep_thread_address
  before insert on public.threads
  for each row execute function private.keep_thread_address();

create function private.keep_reply_address() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  first uuid;
  last uuid;
begin
  loop
    first := (left(new.id::text, 8) || '-0000-0000-0000-000000000000')::uuid;
    last := (left(new.id::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    -- A reply is looked up within its thread.
    exit when not exists (
      select
      -- The order makes the planner take the key.
      from (
        select r.id, r.thread_id from public.replies r where r.id between first and last order by r.id limit 10000
      ) r
      where r.id <> new.id and r.thread_id = new.thread_id
    );
    new.id := gen_random_uuid();
  end loop;
  return new;
end
$$;

create trigger keep_reply_address
  before insert on public.replies
  for each row execute function private.keep_reply_address();

create table private.thread_titles (
  thread_id uuid not null,
  title text not null,
  constraint thread_titles_pkey primary key (thread_id),
  constraint thread_titles_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_titles is
  'The title of every thread, for the indexes on it; and the first 8 digits of its id, which no other thread has. Kept by triggers.';

-- The row of a thread is written again with each reply, and with it each index of the table. The uniqueness of an
-- address's digits is kept by a table that a reply does not touch.
create unique index thread_titles_address_key on private.thread_titles (left(thread_id::text, 8));
create index thread_titles_trgm_idx on private.thread_titles using gin (title extensions.gin_trgm_ops);
create index thread_titles_slug_idx on private.thread_titles
  (btrim(regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g'), '-'));

revoke all on private.thread_titles from public, anon, authenticated, service_role;

create function private.store_thread_title() returns trigger
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
  for each row execute function private.store_thread_title();

create trigger keep_title_update
  after update of title on public.threads
  for each row when (old.title is distinct from new.title)
  execute function private.store_thread_title();

-- Under row security no index on an expression is used whose functions might tell of rows that the policy hides, and
-- `regexp_replace` is not known not to. Runs as its owner among what everybody may see; the rows are read as the caller
-- (public.threads_by_title_slug).
create function private.thread_ids_by_title_slug(slug text) returns setof uuid
language sql stable security definer rows 1 set search_path = ''
as $$
  select t.id
  from private.thread_titles n
  join public.threads t on t.id = n.thread_id
  where btrim(regexp_replace(lower(n.title), '[^a-z0-9]+', '-', 'g'), '-') = thread_ids_by_title_slug.slug
    and thread_ids_by_title_slug.slug <> '' and not t.is_hidden
  limit 2
$$;

-- Runs as its caller: a hidden thread is found by members who may see it. Two rows say that the title is ambiguous.
create function public.threads_by_title_slug(slug text) returns setof public.threads
language sql stable rows 1
begin atomic
  select t
  from private.thread_ids_by_title_slug(slug) i (id)
  join public.threads t on t.id = i.id;
end;

comment on function public.threads_by_title_slug(text) is
  'Threads whose lower-cased title, with runs of anything but a-z and 0-9 as one hyphen, is the slug; at most two.';

-- Runs as its owner: no role may read the table, and row security would keep the index from being used. An admin
-- reads every thread, so that an id tells nothing that the policies don't.
create function private.thread_ids_with_title(words text) returns setof uuid
language sql stable security definer rows 100 set search_path = ''
as $$
  select n.thread_id
  from private.thread_titles n
  where n.title ilike '%' || regexp_replace(thread_ids_with_title.words, '([\\%_])', '\\\1', 'g') || '%'
    and private.is_admin()
$$;

-- With `t.*`, unlike others (lint 0028): a row as one value holds the whole text, of the tens of thousands that may be found.
create function public.threads_with_title(words text) returns setof public.threads
language sql stable rows 100
begin atomic
  select t.*
  from private.thread_ids_with_title(words) i (id)
  join public.threads t on t.id = i.id;
end;

comment on function public.threads_with_title(text) is
  'For admins: the threads whose title contains this, in whichever case, hidden ones too. Nothing for others.';

-- security definer: the table is closed.
create function public.was_thread_deleted(prefix text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when prefix ~ '^[0-9a-f]{8}$' then exists (
    select from public.deleted_threads d
    where d.id >= (prefix || '-0000-0000-0000-000000000000')::uuid
      and d.id <= (prefix || '-ffff-ffff-ffff-ffffffffffff')::uuid
  ) else false end
$$;

comment on function public.was_thread_deleted(text) is 'Whether a thread whose id began with these 8 digits was deleted for good: its address answers 410.';

revoke all on function
  public.threads_by_title_slug(text), public.threads_with_title(text), public.was_thread_deleted(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.thread_ids_by_title_slug(text), public.threads_by_title_slug(text), public.was_thread_deleted(text)
  to anon, authenticated, service_role;
grant execute on function private.thread_ids_with_title(text), public.threads_with_title(text) to authenticated;
