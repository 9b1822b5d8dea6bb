-- Who is an admin. There is one role; members can see that they hold it, admins can see, grant and revoke it.
--
-- Posts of administrators are marked as staff's: nobody passes for one by a name, a picture or a level.

create table public.user_roles (
  user_id uuid not null,
  role text not null,
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id, role),
  constraint user_roles_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade,
  constraint user_roles_role_known check (role in ('admin'))
);

comment on table public.user_roles is 'Roles beyond being a member. The only one is admin.';

alter table public.user_roles enable row level security;

revoke all on public.user_roles from public, anon, authenticated, service_role;
grant select, delete on public.user_roles to authenticated;
grant insert (user_id, role) on public.user_roles to authenticated;
-- `update` is not granted: a role is given or taken, not turned into another.
grant select, insert, update, delete on public.user_roles to service_role;

create policy read_own on public.user_roles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy insert_any_admin on public.user_roles
  for insert to authenticated
  with check ((select private.is_admin()));

create policy delete_any_admin on public.user_roles
  for delete to authenticated
  using ((select private.is_admin()));

-- An administrator who is suspended, banned, deleted or unconfirmed runs nothing: only those who can act count as there being one.
create function private.usable_admins() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select u.id
  from auth.users u
  join public.profiles p on p.id = u.id
  where (
      exists (select from public.user_roles r where r.user_id = u.id and r.role = 'admin')
      or lower(u.email) = (select c.admin_email from private.configuration c)
        and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
    and not private.is_under(u.id, '{suspended,banned}')
    and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
$$;

comment on function private.usable_admins() is 'Administrators who can sign in and act.';

create function private.has_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.usable_admins())
$$;

comment on function private.has_admin() is
  'Whether anybody who can sign in is an admin; while not, the server prints a claim link.';

-- Two who revoke or ban each other at the same moment take turns at the lock, and the second one sees what the first
-- did. The service itself has no such bound.
create function private.assert_another_admin(without uuid, refusal text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  lock table public.user_roles in share row exclusive mode;
  if not exists (select from private.usable_admins() a (id) where a.id <> assert_another_admin.without) then
    raise sqlstate 'PT409' using message = refusal;
  end if;
end
$$;

create function private.prevent_removing_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.assert_another_admin(old.user_id, case
      when old.user_id = (select auth.uid()) then 'You are the last admin. Make somebody else admin first.'
      else 'This is the last admin. Make somebody else admin first.'
    end);
  end if;
  return old;
end
$$;

create trigger prevent_removing_last_admin
  before delete on public.user_roles
  for each row execute function private.prevent_removing_last_admin();

create function private.prevent_banning_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and exists (select from private.usable_admins() a (id) where a.id = new.id) then
    perform private.assert_another_admin(new.id, 'This is the last admin. Make somebody else admin first.');
  end if;
  return new;
end
$$;

create trigger prevent_banning_last_admin
  before update of user_level on public.profiles
  for each row when (new.user_level = 'Banned' and old.user_level <> 'Banned')
  execute function private.prevent_banning_last_admin();

create table private.admin_claims (
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  used_by uuid,
  constraint admin_claims_pkey primary key (token_hash)
);

comment on table private.admin_claims is 'One-time links: the member who opens one becomes the first admin.';
comment on column private.admin_claims.token_hash is 'SHA-256 of the token; the token itself was printed and forgotten.';

revoke all on private.admin_claims from public, anon, authenticated, service_role;

create function private.issue_admin_claim(token text, valid_for interval default interval '24 hours') returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if private.has_admin() then
    return false;
  end if;
  -- Every start prints a new link; the older ones end with it.
  delete from private.admin_claims where used_at is null;
  insert into private.admin_claims (token_hash, expires_at)
  values (sha256(convert_to(token, 'UTF8')), now() + valid_for);
  return true;
end
$$;

comment on function private.issue_admin_claim(text, interval) is
  'Makes a claim for this token and ends earlier ones; false, and nothing made, when there is an admin already.';

-- Runs as its owner: the caller may not write roles yet. A link ends as soon as there is an administrator, however they
-- became one.
create function public.claim_admin(token text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.may_write() then
    raise sqlstate 'PT403' using message = 'Sign in with a confirmed account to claim the admin role.';
  end if;
  -- Two links, or one and a role given meanwhile, take turns.
  lock table public.user_roles in share row exclusive mode;
  update private.admin_claims c
  set used_at = now(), used_by = (select auth.uid())
  where c.token_hash = sha256(convert_to(claim_admin.token, 'UTF8'))
    and c.used_at is null
    and c.expires_at > now()
    and not private.has_admin();
  if not found then
    raise sqlstate 'PT403' using message = 'This admin link is not valid any more. A new one is printed when the server starts.';
  end if;
  insert into public.user_roles (user_id, role) values ((select auth.uid()), 'admin') on conflict do nothing;
  return true;
end
$$;

comment on function public.claim_admin(text) is
  'Makes the caller an admin, given the token of a claim link that was not used; true, or PT403.';

create function private.is_admin(member uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    exists (select from public.user_roles r where r.user_id = member and r.role = 'admin')
    or exists (
      select
      from auth.users u
      join private.configuration c on lower(u.email) = c.admin_email
      -- An account that was confirmed without a mail proves nothing about its address.
      where u.id = member and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
  ) and not private.is_under(member, '{suspended,banned}');
end
$$;

comment on function private.is_admin(uuid) is
  'Whether a member holds the role admin, or has verified the address that the operator named; a suspended or banned one is none.';

-- Runs as its owner: the roles themselves are visible to admins alone.
create function public.is_staff(member public.profiles) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.is_admin(member.id);
end
$$;

comment on function public.is_staff(public.profiles) is 'Whether the member is an admin, which posts show.';

-- Cached pages show the mark.
create function private.publish_role_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.publish_change(jsonb_build_object(
    'table', 'profiles', 'op', 'UPDATE', 'caches_only', true,
    'id', case when tg_op = 'DELETE' then old.user_id else new.user_id end
  ));
  return null;
end
$$;

create trigger zz_announce
  after insert or delete on public.user_roles
  for each row execute function private.publish_role_change();

create function private.export_member_roles(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select to_jsonb(r) from public.user_roles r where r.user_id = member order by r.role offset skip limit 500;
end;

revoke all on function
  public.claim_admin(text), public.is_staff(public.profiles)
  from public, anon, authenticated, service_role;
grant execute on function private.has_admin(), private.issue_admin_claim(text, interval) to service_role;
grant execute on function public.claim_admin(text) to authenticated;
grant execute on function public.is_staff(public.profiles) to anon, authenticated, service_role;
