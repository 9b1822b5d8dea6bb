-- Members as the others see them. A profile has the id of its account and comes into being with the account's
-- confirmation. What is private about a person (address, password, devices) is in `auth`, never here, so that
-- everything in this table may be read by everybody.

create table public.profiles (
  id uuid not null,
  username text not null,
  full_name text,
  avatar_url text,
  bio text,
  user_level text not null default 'Regular',
  reputation integer not null default 0,
  total_posts integer not null default 0,
  total_replies integer not null default 0,
  joined_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_active timestamptz not null default now(),
  constraint profiles_pkey primary key (id),
  constraint profiles_id_fkey foreign key (id) references auth.users (id) on delete cascade,
  constraint profiles_username_format check (username ~ '^[A-Za-z0-9_.-]{3,30}$'),
  constraint profiles_full_name_length check (char_length(full_name) <= 80),
  constraint profiles_avatar_url_format check (char_length(avatar_url) <= 1000 and avatar_url ~ '^(https?://|/)'),
  constraint profiles_bio_length check (char_length(bio) <= 500),
  constraint profiles_user_level_known check (user_level in ('Regular', 'Advanced', 'Expert', 'Moderator', 'Banned'))
) with (fillfactor = 80); -- counters are updated in place, next to the old row

comment on table public.profiles is 'Members, as everybody may see them.';
comment on column public.profiles.id is 'Equal to the account''s id in auth.users.';
comment on column public.profiles.username is 'Unique without regard to case.';
comment on column public.profiles.user_level is 'Regular, Advanced, Expert, Moderator or Banned; set by admins. No level gives any permission; Banned takes them away.';
comment on column public.profiles.reputation is
  '2 per visible discussion + 1 per visible reply + 10 per upvote on a discussion + 5 per upvote on a reply; own upvotes give nothing.';
comment on column public.profiles.total_posts is 'Visible discussions started.';
comment on column public.profiles.total_replies is 'Visible replies written.';
comment on column public.profiles.last_active is 'Last post or sign-in, to the minute.';

create unique index profiles_username_key on public.profiles (lower(username));
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_last_active_idx on public.profiles (last_active desc);
create index profiles_reputation_idx on public.profiles (reputation desc);
create index profiles_username_trgm_idx on public.profiles using gin (username extensions.gin_trgm_ops);
create index profiles_full_name_trgm_idx on public.profiles using gin (full_name extensions.gin_trgm_ops);

alter table public.profiles enable row level security;

create policy read_all on public.profiles
  for select to anon, authenticated using (true);

-- The client makes the row itself when it finds none; there can be only one, the primary key is the account.
create policy insert_own on public.profiles
  for insert to authenticated
  with check (id = (select auth.uid()) and (select private.site_is_open()));

create policy update_own on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.may_write()))
  with check (id = (select auth.uid()) and (select private.may_write()));

-- Which columns an admin may change in another's row is private.guard_profile's business.
create policy update_any_admin on public.profiles
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to anon, authenticated;
grant insert (id, username, full_name, avatar_url) on public.profiles to authenticated;
-- user_level is for admins (guarded below); updated_at because clients send it: a trigger has the last word.
grant update (username, full_name, avatar_url, bio, user_level, updated_at) on public.profiles to authenticated;
-- `delete` is not granted: a profile goes with its account.
grant select, insert, update, delete on public.profiles to service_role;

-- ---------------------------------------------------------------------------------------------------------
-- What an update may change
-- ---------------------------------------------------------------------------------------------------------

create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  asker uuid := (select auth.uid());
begin
  if asker is not null then -- the service itself has no such bounds
    if new.user_level is distinct from old.user_level then
      if not private.is_admin() then
        raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
      end if;
      if new.id = asker and new.user_level = 'Banned' then
        raise sqlstate 'PT422' using message = 'You cannot ban yourself.';
      end if;
    end if;
    if new.id <> asker and (new.username, new.full_name, new.avatar_url, new.bio)
      is distinct from (old.username, old.full_name, old.avatar_url, old.bio) then
      raise sqlstate 'PT403' using message = 'Only the member may change this.';
    end if;
  end if;
  new.updated_at := now();
  return new;
end
$$;

create trigger guard_profile
  before update of username, full_name, avatar_url, bio, user_level, updated_at on public.profiles
  for each row execute function private.guard_profile();

-- A ban is also the account's: identity refuses to sign a banned account in or to refresh its sessions, and
-- every session ends at once, because the access tokens out there name sessions that are gone.
create function private.carry_ban_to_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users u
  set banned_until = case when new.user_level = 'Banned' then now() + interval '100 years' end
  where u.id = new.id;
  if new.user_level = 'Banned' then
    delete from auth.sessions s where s.user_id = new.id;
  end if;
  return null;
end
$$;

create trigger carry_ban_to_account
  after update of user_level on public.profiles
  for each row when ((new.user_level = 'Banned') <> (old.user_level = 'Banned'))
  execute function private.carry_ban_to_account();

-- Counters alone announce nothing: they change with every post, and the post announces itself.
create trigger zz_announce_update
  after update on public.profiles
  for each row when (
    (old.username, old.full_name, old.avatar_url, old.bio, old.user_level)
    is distinct from (new.username, new.full_name, new.avatar_url, new.bio, new.user_level)
  )
  execute function private.announce_row();

create trigger zz_announce
  after insert or delete on public.profiles
  for each row execute function private.announce_row();

-- ---------------------------------------------------------------------------------------------------------
-- The number of members, kept: counting them would read them all
-- ---------------------------------------------------------------------------------------------------------

create table private.member_count (
  id boolean not null default true,
  members bigint not null default 0,
  constraint member_count_pkey primary key (id),
  constraint member_count_one_row check (id)
);

comment on table private.member_count is 'One row: how many profiles there are.';

insert into private.member_count default values;
revoke all on private.member_count from public, anon, authenticated, service_role;

create function private.count_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.member_count
  set members = members + case when tg_op = 'INSERT' then 1 else -1 end;
  return null;
end
$$;

create trigger count_members
  after insert or delete on public.profiles
  for each row execute function private.count_members();

-- ---------------------------------------------------------------------------------------------------------
-- A profile for every confirmed account
-- ---------------------------------------------------------------------------------------------------------

create function private.free_username(wish text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  stem text := left(regexp_replace(coalesce(wish, ''), '[^A-Za-z0-9_.-]', '', 'g'), 24);
  candidate text;
  tries integer := 0;
begin
  if char_length(stem) < 3 then
    stem := 'user' || stem;
  end if;
  candidate := stem;
  while exists (select from public.profiles p where lower(p.username) = lower(candidate)) loop
    tries := tries + 1;
    -- Short numbers first; wide random ones once a name is very popular.
    candidate := stem || case when tries < 20 then (tries + 1)::text else floor(random() * 1000000)::integer::text end;
  end loop;
  return candidate;
end
$$;

comment on function private.free_username(text) is 'A username that nobody has, made from a wish: an address''s local part, for one.';

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wish text := nullif(btrim(new.raw_user_meta_data ->> 'username'), '');
  picture text := nullif(btrim(new.raw_user_meta_data ->> 'avatar_url'), '');
begin
  if tg_op = 'INSERT' and wish is not null then
    -- Said while the form is still open. At the confirmation nobody is there to choose another name.
    if wish !~ '^[A-Za-z0-9_.-]{3,30}$' then
      raise sqlstate 'PT422' using message = 'A username has 3 to 30 letters, digits, or the signs _ . -';
    end if;
    if exists (select from public.profiles p where lower(p.username) = lower(wish)) then
      raise sqlstate 'PT422' using message = 'That username is already taken.';
    end if;
  end if;
  if new.email_confirmed_at is null then
    return null;
  end if;
  insert into public.profiles (id, username, full_name, avatar_url)
  values (
    new.id,
    private.free_username(coalesce(wish, split_part(new.email, '@', 1))),
    nullif(left(btrim(new.raw_user_meta_data ->> 'full_name'), 80), ''),
    case when picture ~ '^(https?://|/)' and char_length(picture) <= 1000 then picture end
  )
  on conflict (id) do nothing;
  return null;
end
$$;

create trigger create_profile_on_insert
  after insert on auth.users
  for each row execute function private.create_profile();

create trigger create_profile_on_confirmation
  after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.create_profile();

create function private.note_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set last_active = new.last_sign_in_at
  where id = new.id and last_active < new.last_sign_in_at - interval '1 minute';
  return null;
end
$$;

create trigger note_sign_in
  after update of last_sign_in_at on auth.users
  for each row when (new.last_sign_in_at is not null)
  execute function private.note_sign_in();

revoke execute on all functions in schema private from public;
