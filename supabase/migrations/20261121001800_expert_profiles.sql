-- Members whose profession the site has verified. Admins write the rows; everybody reads the verified ones.

create table public.expert_profiles (
  user_id uuid not null,
  speciality text not null,
  registration_number text,
  verified_at timestamptz,
  followers integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint expert_profiles_pkey primary key (user_id),
  constraint expert_profiles_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint expert_profiles_speciality_length check (char_length(btrim(speciality)) between 2 and 80),
  constraint expert_profiles_registration_number_length check (char_length(registration_number) <= 80)
);

comment on table public.expert_profiles is 'Members whose profession was verified.';
comment on column public.expert_profiles.registration_number is 'As the regulator gave it, to be looked up there.';
comment on column public.expert_profiles.verified_at is 'Null: applied and not verified, shown to the member and to admins only.';
comment on column public.expert_profiles.followers is 'How many members follow this one.';

create index expert_profiles_followers_idx on public.expert_profiles (followers desc) where verified_at is not null;

alter table public.expert_profiles enable row level security;

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

revoke all on public.expert_profiles from public, anon, authenticated, service_role;
grant select on public.expert_profiles to anon, authenticated;
grant insert (user_id, speciality, registration_number, verified_at) on public.expert_profiles to authenticated;
grant update (speciality, registration_number, verified_at, updated_at) on public.expert_profiles to authenticated;
grant delete on public.expert_profiles to authenticated;
grant select, insert, update, delete on public.expert_profiles to service_role;

create trigger touch_updated_at
  before update of speciality, registration_number, verified_at, updated_at on public.expert_profiles
  for each row execute function private.touch_updated_at();

-- Whoever becomes an expert may have been followed before.
create function private.begin_with_followers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.followers := (select count(*) from public.follows f where f.followed_id = new.user_id);
  return new;
end
$$;

create trigger begin_with_followers
  before insert on public.expert_profiles
  for each row execute function private.begin_with_followers();

create function private.count_follow() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.expert_profiles set followers = followers + 1 where user_id = new.followed_id;
  else
    update public.expert_profiles set followers = followers - 1 where user_id = old.followed_id;
  end if;
  return null;
end
$$;

create trigger count_follow
  after insert or delete on public.follows
  for each row execute function private.count_follow();

create trigger zz_announce
  after insert or update or delete on public.expert_profiles
  for each row execute function private.announce_row();

revoke execute on all functions in schema private from public;
