-- Members who follow members, and members whose profession the site has verified.
--
-- The experts of the sample community are invented: pages mark them as samples, and call none of them verified.

create table public.follows (
  follower_id uuid not null default auth.uid(),
  followed_id uuid not null,
  created_at timestamptz not null default now(),
  constraint follows_pkey primary key (follower_id, followed_id),
  constraint follows_follower_id_fkey foreign key (follower_id) references public.profiles (id) on delete cascade,
  constraint follows_followed_id_fkey foreign key (followed_id) references public.profiles (id) on delete cascade,
  constraint follows_not_oneself check (follower_id <> followed_id)
);

comment on table public.follows is 'Members who follow members. Both of the two see the row; everybody sees the count of an expert.';

create index follows_followed_id_idx on public.follows (followed_id, follower_id);

alter table public.follows enable row level security;

revoke all on public.follows from public, anon, authenticated, service_role;
grant select, delete on public.follows to authenticated;
grant insert (follower_id, followed_id) on public.follows to authenticated;
grant select, insert, update, delete on public.follows to service_role;

create policy read_own on public.follows
  for select to authenticated
  using (follower_id = (select auth.uid()) or followed_id = (select auth.uid()));

create policy insert_own on public.follows
  for insert to authenticated
  with check (follower_id = (select auth.uid()) and (select private.may_write()));

create policy delete_own on public.follows
  for delete to authenticated using (follower_id = (select auth.uid()) and (select private.may_write()));

create table public.expert_profiles (
  user_id uuid not null,
  speciality text not null,
  registration_number text,
  verified_at timestamptz,
  followers integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_sample boolean not null default false,
  constraint expert_profiles_pkey primary key (user_id),
  constraint expert_profiles_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint expert_profiles_speciality_length check (char_length(btrim(speciality)) between 2 and 80),
  constraint expert_profiles_registration_number_length check (char_length(registration_number) <= 80)
);

comment on table public.expert_profiles is 'Members whose profession was verified.';
comment on column public.expert_profiles.registration_number is 'As the regulator gave it, to be looked up there.';
comment on column public.expert_profiles.verified_at is 'Null: applied and not verified, shown to the member and to admins only.';
comment on column public.expert_profiles.followers is 'How many members follow this one.';
-- `is_sample` is not granted to members and admins: the loader of the sample community writes it.
comment on column public.expert_profiles.is_sample is
  'An invented member of the sample community, whose profession nobody verified.';

create index expert_profiles_followers_idx on public.expert_profiles (followers desc) where verified_at is not null;

alter table public.expert_profiles enable row level security;

revoke all on public.expert_profiles from public, anon, authenticated, service_role;
grant select on public.expert_profiles to anon, authenticated;
grant insert (user_id, speciality, registration_number, verified_at) on public.expert_profiles to authenticated;
grant update (speciality, registration_number, verified_at, updated_at) on public.expert_profiles to authenticated;
grant delete on public.expert_profiles to authenticated;
grant select, insert, update, delete on public.expert_profiles to service_role;

create policy read_verified on public.expert_profiles
  for select to anon using (verified_at is not null);

create policy read_verified_or_own on public.expert_profiles
  for select to authenticated
  using (verified_at is not null or user_id = (select auth.uid()) or (select private.is_admin()));

create policy insert_any_admin on public.expert_profiles
  for insert to authenticated with check ((select private.is_admin()));

create policy update_any_admin on public.expert_profiles
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy delete_any_admin on public.expert_profiles
  for delete to authenticated using ((select private.is_admin()));

-- A member may have followers before becoming an expert.
create function private.init_follower_count() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.followers := (select count(*) from public.follows f where f.followed_id = new.user_id);
  return new;
end
$$;

create trigger init_follower_count
  before insert on public.expert_profiles
  for each row execute function private.init_follower_count();

create function private.count_follow() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  followed uuid := case when tg_op = 'DELETE' then old.followed_id else new.followed_id end;
begin
  update public.expert_profiles
  set followers = followers + case when tg_op = 'DELETE' then -1 else 1 end
  where user_id = followed;
  -- An expert's row has announced itself; the page of any other member is told here.
  if not found then
    perform private.publish_change(jsonb_build_object(
      'table', 'profiles', 'op', 'UPDATE', 'id', followed, 'caches_only', true
    ));
  end if;
  return null;
end
$$;

create trigger count_follow
  after insert or delete on public.follows
  for each row execute function private.count_follow();

create function public.expert_specialities() returns table (speciality text, experts bigint)
language sql stable rows 20
begin atomic
  select e.speciality, count(*)
  from public.expert_profiles e
  join public.profiles p on p.id = e.user_id
  where e.verified_at is not null and p.user_level <> 'Banned'
  group by e.speciality
  order by count(*) desc, e.speciality;
end;

comment on function public.expert_specialities() is 'The specialities of the verified experts, and how many have each.';

-- Runs as its owner: who follows whom is visible to the two alone, how many do to everybody.
create function public.follower_count(member public.profiles) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select e.followers from public.expert_profiles e where e.user_id = member.id),
    (select count(*) from public.follows f where f.followed_id = member.id)::integer
  )
$$;

comment on function public.follower_count(public.profiles) is 'How many members follow this one.';

create trigger touch_updated_at
  before update of speciality, registration_number, verified_at, updated_at on public.expert_profiles
  for each row execute function private.touch_updated_at();

create trigger zz_announce
  after insert or update or delete on public.expert_profiles
  for each row execute function private.publish_row_change();

create trigger zzz_limit_writes after insert on public.follows
  referencing new table as written
  for each statement execute function private.limit_writes('follow', '60', '60', '0', '60');

create function private.export_member_expert_profile(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(e) from public.expert_profiles e where e.user_id = member and skip = 0;
end;

create function private.export_member_followed_members(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(f) || jsonb_build_object('username', p.username)
  from public.follows f join public.profiles p on p.id = f.followed_id
  where f.follower_id = member order by f.created_at, f.followed_id offset skip limit 500;
end;

create function private.erase_member_follows(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from public.follows f
  where (f.follower_id, f.followed_id) in (
    select x.follower_id, x.followed_id from public.follows x where x.follower_id = member
    union all select x.follower_id, x.followed_id from public.follows x where x.followed_id = member
    limit 100
  )
  returning 1;
end;

revoke all on function
  public.expert_specialities(), public.follower_count(public.profiles)
  from public, anon, authenticated, service_role;
grant execute on function
  public.expert_specialities(), public.follower_count(public.profiles)
  to anon, authenticated, service_role;
