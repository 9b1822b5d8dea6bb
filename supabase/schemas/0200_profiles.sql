-- Members as the others see them. A profile has the id of its account and is made when the account is confirmed. What
-- is private about a person (address, password, devices) is in `auth`, never here, so that everything in this table may
-- be read by everybody.
--
-- A closed account leaves a tombstone: its profile stays, nameless, because threads and answers of others hang on what
-- it wrote (0250_closing_accounts).

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
  is_deleted boolean not null default false,
  constraint profiles_pkey primary key (id),
  constraint profiles_username_format check (username ~ '^[A-Za-z0-9_.-]{3,30}$'),
  constraint profiles_full_name_length check (char_length(full_name) <= 80),
  constraint profiles_avatar_url_format check (char_length(avatar_url) <= 1000 and avatar_url ~ '^(https?://|/)'),
  constraint profiles_bio_length check (char_length(bio) <= 500),
  constraint profiles_user_level_known check (user_level in ('Regular', 'Advanced', 'Expert', 'Moderator', 'Banned')),
  -- Names of this form are a deleted member's and nobody else's, so that the name alone tells.
  constraint profiles_deleted_username
  check (is_deleted = (username ~* '^deleted-[0-9a-f]{12}$'))
) with (fillfactor = 80); -- counters are updated in place, next to the old row

comment on table public.profiles is 'Members, as everybody may see them.';
comment on column public.profiles.id is
  'Equal to the account''s id in auth.users; no foreign key, because a deleted member''s profile outlives the account.';
comment on column public.profiles.username is 'Unique without regard to case.';
comment on column public.profiles.user_level is 'Regular, Advanced, Expert, Moderator or Banned; set by admins. No level gives any permission; a sanction goes with Banned (0225_sanctions).';
comment on column public.profiles.reputation is
  '2 per visible thread + 1 per reply that guests can read + 10 per upvote on a thread + 5 per upvote on a reply; own upvotes give nothing.';
comment on column public.profiles.total_posts is 'Visible threads started.';
comment on column public.profiles.total_replies is 'Replies that guests can read.';
comment on column public.profiles.last_active is 'Last day (in India) of a post or a sign-in. Not the hour: everybody reads it.';
comment on column public.profiles.is_deleted is
  'The account is closed: the row only holds together what is left under it. Shown as ''Deleted member''.';

create unique index profiles_username_key on public.profiles (lower(username));
create index profiles_created_at_idx on public.profiles (created_at desc);
-- `reputation` has no index: the lists ordered by it are of experts and of members found by name, few rows that are
-- sorted when asked, and each vote changes it.
create index profiles_last_active_idx on public.profiles (last_active desc);
create index profiles_username_trgm_idx on public.profiles using gin (username extensions.gin_trgm_ops);
create index profiles_full_name_trgm_idx on public.profiles using gin (full_name extensions.gin_trgm_ops);
create index profiles_username_skeleton_idx on public.profiles (private.name_skeleton(username));

alter table public.profiles enable row level security;

revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to anon, authenticated;
grant insert (id, username, full_name, avatar_url) on public.profiles to authenticated;
-- user_level is for admins (guarded below); updated_at because clients send it: a trigger has the last word.
grant update (username, full_name, avatar_url, bio, user_level, updated_at) on public.profiles to authenticated;
-- `delete` is not granted: a profile goes with its account.
grant select, insert, update, delete on public.profiles to service_role;

create policy read_all on public.profiles
  for select to anon, authenticated using (true);

-- The client makes the row itself when it finds none; there can be only one, the primary key is the account.
-- An account that signed in anonymously reads what members read and has no profile: every policy that lets a member
-- write asks for one. Nor may it make one by itself; the profile comes with the address that the account takes on.
create policy insert_own on public.profiles
  for insert to authenticated
  with check (
    id = (select auth.uid())
    and (select private.site_is_open())
    and (select auth.jwt()) ->> 'is_anonymous' is distinct from 'true'
  );

create policy update_own on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) and (select private.may_write()))
  with check (id = (select auth.uid()) and (select private.may_write()));

-- private.guard_profile decides which columns an admin may change in another's row.
create policy update_any_admin on public.profiles
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

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

-- Closing an account locks the profile and then the account; signing in has locked the account. So it doesn't wait for
-- the profile: a profile that is changed at this moment was active a moment ago anyway.
create function private.touch_last_active() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set last_active = new.last_sign_in_at
  where id = (
    select p.id
    from public.profiles p
    where p.id = new.id and p.last_active < new.last_sign_in_at - interval '1 minute'
    for no key update skip locked
  );
  return null;
end
$$;

create trigger touch_last_active
  after update of last_sign_in_at on auth.users
  for each row when (new.last_sign_in_at is not null)
  execute function private.touch_last_active();

-- To the minute it was a record of everybody's hours. Whole days also spare an update of the row's indexes at most
-- posts.
create function private.round_last_active() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.last_active := date_trunc('day', new.last_active, 'Asia/Kolkata');
  return new;
end
$$;

create trigger round_last_active
  before insert or update of last_active on public.profiles
  for each row execute function private.round_last_active();

create table private.member_count (
  id boolean not null default true,
  members bigint not null default 0,
  constraint member_count_pkey primary key (id),
  constraint member_count_one_row check (id)
);

comment on table private.member_count is 'One row: how many members there are, deleted ones apart.';

revoke all on private.member_count from public, anon, authenticated, service_role;

insert into private.member_count default values;

create function private.count_members() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  delta integer := case tg_op
    when 'INSERT' then (not new.is_deleted)::integer
    when 'DELETE' then -(not old.is_deleted)::integer
    else old.is_deleted::integer - new.is_deleted::integer
  end;
begin
  update private.member_count set members = members + delta where delta <> 0;
  return null;
end
$$;

create trigger count_members
  after insert or delete on public.profiles
  for each row execute function private.count_members();

create trigger count_members_update
  after update of is_deleted on public.profiles
  for each row when (old.is_deleted <> new.is_deleted)
  execute function private.count_members();

create function public.post_count(member public.profiles) returns integer
language sql stable
return member.total_posts + member.total_replies;

comment on function public.post_count(public.profiles) is 'Visible threads and replies together.';

-- A function, because a filter of the contract cannot use the index on lower(username) and `_` is a letter here.
create function public.find_member(username text) returns setof public.profiles
language sql stable rows 1
begin atomic
  select p from public.profiles p where lower(p.username) = lower(find_member.username);
end;

comment on function public.find_member(text) is 'The member of this username, written in whichever case; no row when there is none.';

-- Counters alone announce nothing: they change with every post, and the post announces itself.
create trigger zz_announce_update
  after update on public.profiles
  for each row when (
    (old.username, old.full_name, old.avatar_url, old.bio, old.user_level)
    is distinct from (new.username, new.full_name, new.avatar_url, new.bio, new.user_level)
  )
  execute function private.publish_row_change();

create trigger zz_announce
  after insert or delete on public.profiles
  for each row when (current_setting('arthachowk.importing', true) is distinct from 'on')
  execute function private.publish_row_change();

-- A member who has been here for some time: whose reports count, and who may edit wikis.
create function private.is_established(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where p.id = is_established.member and p.user_level <> 'Banned' and p.created_at <= now() - interval '3 days'
      and (p.reputation >= 5 or p.created_at < now() - interval '30 days')
  )
$$;

comment on function private.is_established(uuid) is
  'Whether a member joined three days ago and has five upvotes, or joined thirty days ago.';

create function private.export_member_profile(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(p) from public.profiles p where p.id = member and skip = 0;
end;

revoke all on function
  public.post_count(public.profiles), public.find_member(text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.post_count(public.profiles), public.find_member(text)
  to anon, authenticated, service_role;
