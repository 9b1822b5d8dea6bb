-- What policies ask: is this an admin, and may this member write?
--
-- These functions run as their owner because the caller can read neither the identity tables nor others' roles. plpgsql
-- binds late: the tables belong to later files.

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
begin
  if member is null then
    return false;
  end if;
  return (
    exists (select from public.user_roles r where r.user_id = member and r.role = 'admin')
    or exists (
      select
      from auth.users u
      join private.configuration c on lower(u.email) = c.admin_email
      -- An account that was confirmed without a mail proves nothing about its address.
      where u.id = member and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
  ) and not exists (select from public.profiles p where p.id = member and p.user_level = 'Banned');
end
$$;

comment on function private.is_admin() is
  'Whether the asker holds the role admin, or has verified the address that the operator named; a banned one is none.';

create function private.site_is_open() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not (select s.maintenance_mode from public.site_settings s) or private.is_admin();
end
$$;

comment on function private.site_is_open() is 'False during maintenance, except to admins.';

create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles p where p.id = (select auth.uid()) and p.user_level <> 'Banned'
  ) and private.site_is_open();
end
$$;

comment on function private.may_write() is
  'Whether the asker is a member with a profile who is not banned. Every policy that lets a member write asks this.';

create function private.assert_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
end
$$;

create function public.is_admin() returns boolean
language sql stable
return private.is_admin();

comment on function public.is_admin() is 'Whether the caller is an admin.';

revoke all on function public.is_admin() from public, anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function
  private.is_admin(), private.site_is_open(), private.may_write(), public.is_admin()
  to anon, authenticated, service_role;
