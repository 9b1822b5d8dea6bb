-- Schemas, and the default privileges that a Supabase project starts with.
--
-- The defaults are as generous here as there (every new table in `public` is open to everybody): a migration
-- that forgets to revoke must fail our lints on a laptop, not be discovered after a move to Supabase.

create schema if not exists auth;
create schema if not exists extensions;

grant usage on schema public to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin, authenticator;

-- No role but the owner may create anything in the exposed schema.
revoke create on schema public from public;

alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
