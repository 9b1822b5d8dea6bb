-- An administrator who is banned, deleted or unconfirmed runs nothing: only those who can act count as there being one.

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
    and p.user_level <> 'Banned'
    and u.deleted_at is null
    and (u.banned_until is null or u.banned_until <= now())
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
$$;

comment on function private.usable_admins() is 'Administrators who can sign in and act.';

create or replace function private.has_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.usable_admins())
$$;

comment on function private.has_admin() is
  'Whether anybody who can sign in is an admin; while not, the server prints a claim link.';

-- Two who revoke or ban each other at the same moment take turns at the lock, and the second one sees what the first
-- did. The service itself has no such bound.
create function private.must_leave_an_admin(without uuid, refusal text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  lock table public.user_roles in share row exclusive mode;
  if not exists (select from private.usable_admins() a (id) where a.id <> must_leave_an_admin.without) then
    raise sqlstate 'PT409' using message = refusal;
  end if;
end
$$;

create or replace function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.must_leave_an_admin(old.user_id, case
      when old.user_id = (select auth.uid()) then 'You are the last admin. Make somebody else admin first.'
      else 'This is the last admin. Make somebody else admin first.'
    end);
  end if;
  return old;
end
$$;

create function private.keep_an_admin_unbanned() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null and exists (select from private.usable_admins() a (id) where a.id = new.id) then
    perform private.must_leave_an_admin(new.id, 'This is the last admin. Make somebody else admin first.');
  end if;
  return new;
end
$$;

create trigger keep_an_admin_unbanned
  before update of user_level on public.profiles
  for each row when (new.user_level = 'Banned' and old.user_level <> 'Banned')
  execute function private.keep_an_admin_unbanned();

-- As before, but a link ends as soon as there is an administrator, however they became one.
create or replace function public.claim_admin(token text) returns boolean
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

revoke execute on all functions in schema private from public;
