-- Extensions, the schema that is never exposed, and the role of the jobs.

create extension if not exists pg_trgm with schema extensions;

-- `private` holds what no request may name. Nobody but the service's own jobs gets usage: policies and column
-- defaults were resolved when they were made and need execute alone.
create schema private;

revoke all on schema private from public;
grant usage on schema private to service_role;

-- Jobs run as site_jobs, which may call their functions and nothing else: no table, and no view. The functions run as
-- their owner. The API's own SQL makes the role too; on a Supabase project there is none yet.
do $role$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'site_jobs') then
    create role site_jobs nologin noinherit;
  end if;
end
$role$;

grant usage on schema private to site_jobs;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
