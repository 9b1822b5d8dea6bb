-- When a member was here last, and what they have put aside: from when on a discussion is new to them, on all their devices.

create table public.visits (
  user_id uuid not null,
  seen_at timestamptz not null default now(),
  previous_at timestamptz,
  constraint visits_pkey primary key (user_id),
  constraint visits_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
) with (fillfactor = 80);

comment on table public.visits is 'When a member was here. Only the member can see it; others read a day (profiles.last_active).';
comment on column public.visits.seen_at is 'To five minutes.';
comment on column public.visits.previous_at is
  'The end of the visit before this one: a visit ends after an hour without a page. Null in the first.';

alter table public.visits enable row level security;

revoke all on public.visits from public, anon, authenticated, service_role;
-- Written by public.note_visit alone: a time that a browser names may be wrong.
grant select on public.visits to authenticated;
grant select, insert, update, delete on public.visits to service_role;

create policy read_own on public.visits for select to authenticated using (user_id = (select auth.uid()));

create trigger zzz_limit_writes after insert on public.visits
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

create trigger zzz_limit_updates after update on public.visits
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

create table public.category_reads (
  user_id uuid not null default auth.uid(),
  category_id uuid not null,
  read_until timestamptz not null,
  constraint category_reads_pkey primary key (user_id, category_id),
  constraint category_reads_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint category_reads_category_id_fkey foreign key (category_id) references public.forum_categories (id) on delete cascade
);

comment on table public.category_reads is
  'Until when a member has put the new threads of a category aside. Only the member can see it.';
comment on column public.category_reads.read_until is
  'Threads begun before are not new. They are not read either: a reply does not make them unread.';

create index category_reads_category_id_idx on public.category_reads (category_id);

alter table public.category_reads enable row level security;

revoke all on public.category_reads from public, anon, authenticated, service_role;
grant select, delete on public.category_reads to authenticated;
grant insert (user_id, category_id, read_until), update (read_until) on public.category_reads to authenticated;
grant select, insert, update, delete on public.category_reads to service_role;

create policy read_own on public.category_reads
  for select to authenticated using (user_id = (select auth.uid()));

create policy insert_own on public.category_reads
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy update_own on public.category_reads
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.may_keep()))
  with check (user_id = (select auth.uid()) and (select private.may_keep()));

create policy delete_own on public.category_reads
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.may_keep()));

-- As private.keep_read_until: devices report in any order, and a time in the future would hide all threads to come.
create function private.keep_category_read() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_until := least(new.read_until, now());
  if tg_op = 'UPDATE' then
    new.read_until := greatest(new.read_until, old.read_until);
  end if;
  return new;
end
$$;

create trigger keep_category_read
  before insert or update of read_until on public.category_reads
  for each row execute function private.keep_category_read();

create trigger zzz_limit_writes after insert on public.category_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

create trigger zzz_limit_updates after update on public.category_reads
  referencing new table as written
  for each statement execute function private.limit_writes('read', '360', '60', '0', '60');

-- Runs as its owner: a member writes no time of their own.
create function public.note_visit() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.may_keep() then
    return;
  end if;
  insert into public.visits as v (user_id) values ((select auth.uid()))
  on conflict on constraint visits_pkey do update
    set seen_at = now(),
      previous_at = case when v.seen_at < now() - interval '1 hour' then v.seen_at else v.previous_at end
    where v.seen_at < now() - interval '5 minutes';
end
$$;

comment on function public.note_visit() is
  'Stores that the caller is here. After an hour without, a new visit begins, and the end of the last one is kept.';

-- A day at least, because who looks in every hour does not read all each time; a month at most, because nobody catches up
-- with more (docs/decisions/0017).
create function private.new_since(reader uuid) returns timestamptz
language sql stable
return coalesce(
  (
    -- A visit that has just begun may not be stored yet.
    select greatest(
      least(
        case when v.seen_at < now() - interval '1 hour' then v.seen_at else v.previous_at end,
        now() - interval '1 day'
      ),
      now() - interval '30 days'
    )
    from public.visits v
    where v.user_id = new_since.reader
  ),
  now() - interval '1 day'
);

comment on function private.new_since(uuid) is
  'Threads begun after this can be new to a member: the end of the visit before this one, from a day ago to 30 days ago.';

create function private.export_member_visits(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(v) from public.visits v where v.user_id = member and skip = 0;
end;

create function private.export_member_read_categories(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(r) || jsonb_build_object('category', c.name)
  from public.category_reads r join public.forum_categories c on c.id = r.category_id
  where r.user_id = member order by r.category_id offset skip limit 500;
end;

create function private.erase_member_visits(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.visits v where v.user_id = member returning 1;
end;

create function private.erase_member_category_reads(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.category_reads r where r.user_id = member returning 1;
end;

revoke all on function public.note_visit() from public, anon, authenticated, service_role;
grant execute on function public.note_visit() to authenticated;
grant execute on function private.new_since(uuid) to authenticated, service_role;
