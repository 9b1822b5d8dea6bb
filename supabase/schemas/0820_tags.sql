-- Tags come and go with the threads that carry them.

create table public.tags (
  tag text not null,
  thread_count integer not null default 0,
  constraint tags_pkey primary key (tag)
);

comment on table public.tags is 'Tags in use.';
comment on column public.tags.tag is 'In small letters: IPO and ipo are one tag.';
comment on column public.tags.thread_count is 'Visible threads that carry it.';

create index tags_thread_count_idx on public.tags (thread_count desc, tag);
create index tags_tag_trgm_idx on public.tags using gin (tag extensions.gin_trgm_ops);

alter table public.tags enable row level security;

revoke all on public.tags from public, anon, authenticated, service_role;
grant select on public.tags to anon, authenticated;
-- Nobody writes here: tags come and go with the threads that carry them.
grant select, insert, update, delete on public.tags to service_role;

-- A tag that only hidden threads carry would tell of them.
create policy read_used on public.tags
  for select to anon, authenticated using (thread_count > 0);

create table private.thread_tags (
  tag text not null,
  thread_id uuid not null,
  constraint thread_tags_pkey primary key (tag, thread_id),
  constraint thread_tags_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade
);

comment on table private.thread_tags is 'Which visible threads carry a tag; kept by triggers.';

create index thread_tags_thread_id_idx on private.thread_tags (thread_id);

revoke all on private.thread_tags from public, anon, authenticated, service_role;

-- Tags are locked after the category (see 0310_threads), by name.
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

comment on function private.tag_threads(uuid[]) is 'Brings the tags of these threads, or of all of them, up to date.';

-- The words are deleted by cascade; the counts of its tags are taken back while the tags are still known.
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
  'Counts every tag''s threads again and returns how many counts were wrong: none, unless triggers were switched off.';

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
  select t
  from private.find_tagged(tagged_threads.tag, max_rows, skip) f
  join public.threads t on t.id = f.thread_id
  order by t.last_activity desc, t.id;
end;

comment on function public.tagged_threads(text, integer, integer) is
  'Threads that carry a tag, in whatever case it was written, the latest activity first.';

-- As private.find_members, for tags: a policy hides those that only hidden threads carry, and it has the last word.
create function private.find_tags(words text, wanted integer)
returns table (tag text, is_it boolean)
language plpgsql stable security definer rows 20 set search_path = ''
  set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_variable
declare
  name text := private.tag_key(words);
  pattern text := '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  return query
    select f.tag, f.tag = name
    from (
      select t.tag from public.tags t where t.tag = any (private.typed_words(name)) or t.tag = name
      union
      (select t.tag from public.tags t where t.tag ^@ name order by t.tag limit 200)
      union
      (select t.tag from public.tags t where char_length(name) > 2 and t.tag like pattern limit 500)
      union
      (
        select t.tag from public.tags t
        where char_length(name) > 2 and t.tag operator(extensions.%) name and extensions.similarity(t.tag, name) > 0.45
        limit 200
      )
    ) f
    join public.tags t on t.tag = f.tag
    where t.thread_count > 0
    order by 2 desc, t.thread_count desc, f.tag
    limit wanted;
end
$$;

comment on function private.find_tags(text, integer) is 'Tags by words or a part of them, the very one first, then the most used.';

revoke all on function public.tagged_threads(text, integer, integer) from public, anon, authenticated, service_role;
grant execute on function private.recount_tags() to service_role;
grant execute on function
  private.find_tagged(text, integer, integer), public.tagged_threads(text, integer, integer),
  private.find_tags(text, integer)
  to anon, authenticated, service_role;
