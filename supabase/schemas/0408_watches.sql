-- Members watch categories and tags: a new thread there notifies them, as one by a member whom they follow does. Author,
-- category and tags of one thread are one notification.

create table public.watches (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  category_id uuid,
  tag text,
  created_at timestamptz not null default now(),
  constraint watches_pkey primary key (id),
  constraint watches_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint watches_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete cascade,
  constraint watches_once unique nulls not distinct (user_id, category_id, tag),
  constraint watches_one_subject check (num_nonnulls(category_id, tag) = 1),
  constraint watches_tag_spelling check (char_length(tag) between 1 and 30 and tag = private.tag_key(tag))
);

comment on table public.watches is
  'Categories and tags in which a new thread notifies a member. Only the member can see it.';
comment on column public.watches.tag is 'As private.tag_key spells it. It need not be in use.';

create index watches_category_id_idx on public.watches (category_id, user_id) where category_id is not null;
create index watches_tag_idx on public.watches (tag, user_id) where tag is not null;

alter table public.watches enable row level security;

revoke all on public.watches from public, anon, authenticated, service_role;
-- No `update`: a watch is one row or none.
grant select, insert (user_id, category_id, tag), delete on public.watches to authenticated;
grant select, insert, update, delete on public.watches to service_role;

create policy read_own on public.watches for select to authenticated
  using (user_id = (select auth.uid()));

create policy insert_own on public.watches for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.watches for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()));

create trigger limit_rows
  after insert on public.watches
  referencing new table as written
  for each statement execute function private.limit_rows_of_member('100', 'You can watch 100 categories and tags. Stop watching one first.');

create trigger zzz_limit_writes
  after insert on public.watches
  referencing new table as written
  for each statement execute function private.limit_writes('watch', '60', '60', '0', '60');

create function private.export_member_watches(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(w) || jsonb_build_object('category', c.name)
  from public.watches w left join public.forum_categories c on c.id = w.category_id
  where w.user_id = member order by w.created_at, w.id offset skip limit 500;
end;

create function private.erase_member_watches(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.watches w where w.user_id = member returning 1;
end;

-- What is watched is not muted, and what is muted is not watched, whichever way it was written: the later of the two holds.
-- The lock makes two devices take turns, because neither sees what the other has not committed.
create function private.unmute_watched() returns trigger
language plpgsql set search_path = ''
as $$
declare
  subject jsonb := to_jsonb(new);
  watcher uuid := coalesce(subject ->> 'user_id', subject ->> 'follower_id');
begin
  perform pg_advisory_xact_lock(hashtextextended('tracking ' || watcher, 0));
  delete from public.mutes m
  where m.user_id = watcher
    and case tg_table_name
      when 'thread_subscriptions' then m.thread_id = (subject ->> 'thread_id')::uuid
      when 'follows' then m.member_id = (subject ->> 'followed_id')::uuid
      else m.category_id = (subject ->> 'category_id')::uuid or m.tag = subject ->> 'tag'
    end;
  return null;
end
$$;

create trigger unmute_watched after insert on public.watches
  for each row execute function private.unmute_watched();
create trigger unmute_watched after insert on public.thread_subscriptions
  for each row execute function private.unmute_watched();
create trigger unmute_watched after insert on public.follows
  for each row execute function private.unmute_watched();

create function private.unwatch_muted() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('tracking ' || new.user_id, 0));
  if new.thread_id is not null then
    delete from public.thread_subscriptions s where s.user_id = new.user_id and s.thread_id = new.thread_id;
  elsif new.member_id is not null then
    delete from public.follows f where f.follower_id = new.user_id and f.followed_id = new.member_id;
  else
    delete from public.watches w
    where w.user_id = new.user_id and (w.category_id = new.category_id or w.tag = new.tag);
  end if;
  return null;
end
$$;

create trigger unwatch_muted after insert on public.mutes
  for each row when (new.word is null)
  execute function private.unwatch_muted();
