-- Posts are marked as staff's: nobody passes for an administrator by a name, a face or a level.

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
  ) and not exists (select from public.profiles p where p.id = member and p.user_level = 'Banned');
end
$$;

comment on function private.is_admin(uuid) is
  'Whether a member holds the role admin, or has verified the address that the operator named; a banned one is none.';

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
begin
  return member is not null and private.is_admin(member);
end
$$;

comment on function private.is_admin() is 'Whether the asker is an admin.';

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

revoke all on function private.is_admin(uuid), private.publish_role_change(), public.is_staff(public.profiles)
  from public, anon, authenticated, service_role;
grant execute on function public.is_staff(public.profiles) to anon, authenticated, service_role;
