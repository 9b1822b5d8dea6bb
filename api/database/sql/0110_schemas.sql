-- Schemas, and the default privileges that a Supabase project starts with.
--
-- The defaults are as generous here as there (every new table in `public` is open to everybody): a migration
-- that forgets to revoke must fail our lints on a laptop, not be discovered after a move to Supabase.

create schema if not exists auth;
create schema if not exists extensions;

grant usage on schema public to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin, authenticator, site_jobs;

-- No role but the owner may create anything in the exposed schema.
revoke create on schema public from public;

alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

-- Which keys this database is used with, so that a node with other ones notices before it does harm
-- (api/database/keys.ts).
create table platform.key_fingerprints (
  name text not null,
  fingerprint text not null,
  constraint key_fingerprints_pkey primary key (name)
);

comment on table platform.key_fingerprints is 'Fingerprints of the keys that the nodes of this site share; and files: the folder that holds its files.';

revoke all on platform.key_fingerprints from public, anon, authenticated, service_role;

-- Where the API is served alone, event triggers send `notify pgrst, 'reload schema'` after a change of the schema, under
-- the names that they have on a Supabase project. Only a superuser may make them; another owner sends the NOTIFY by
-- hand, as with PostgREST.

create function platform.notify_schema_changed() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_catalog.pg_event_trigger_ddl_commands() c where c.schema_name is distinct from 'pg_temp') then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
end
$$;

create function platform.notify_schema_dropped() returns event_trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from pg_catalog.pg_event_trigger_dropped_objects() o where not o.is_temporary) then
    perform pg_catalog.pg_notify('pgrst', 'reload schema');
  end if;
end
$$;

create function platform.watch_schema() returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end
      when tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
        'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
        'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE PROCEDURE', 'ALTER PROCEDURE',
        'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE INDEX', 'COMMENT',
        'CREATE PUBLICATION', 'ALTER PUBLICATION'
      )
      execute function platform.notify_schema_changed();
  end if;
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function platform.notify_schema_dropped();
  end if;
  return true;
exception
  -- Another node was faster, or the owner is no superuser.
  when duplicate_object then
    return true;
  when insufficient_privilege then
    return false;
end
$$;

comment on function platform.watch_schema() is
  'Makes changes of the schema tell the server by themselves; false where the owner may not. Called by the server where it is served alone.';

revoke all on function platform.notify_schema_changed(), platform.notify_schema_dropped(), platform.watch_schema() from public;
grant usage on schema platform to service_role;
grant execute on function platform.watch_schema() to service_role;
