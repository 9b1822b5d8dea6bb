-- The roles of a Supabase database, for a PostgreSQL that has none of them. Roles belong to the whole
-- cluster, so that a second database in it finds them already there: hence the tests for existence.

do $roles$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon', 'nologin noinherit'),                     -- a visitor without a session
      ('authenticated', 'nologin noinherit'),            -- a member, whoever `request.jwt.claims` says
      ('service_role', 'nologin noinherit bypassrls'),   -- the secret key and the server's own jobs
      ('supabase_auth_admin', 'nologin noinherit'),      -- identity: reads and writes schema auth, owns nothing
      ('authenticator', 'login noinherit')               -- what the server connects as; may only become the others
    ) as roles (name, options)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      execute pg_catalog.format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
end
$roles$;

grant anon, authenticated, service_role, supabase_auth_admin to authenticator;

-- Whoever runs the migrations must be able to act as these roles in tests and to alter their objects.
do $membership$
begin
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    execute pg_catalog.format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end
$membership$;

-- Bounds for every statement that reaches the database through the server. They are session defaults of the
-- login role: scope.ts lowers them for guests and raises them, by name, for jobs.
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '2s';
alter role authenticator set idle_in_transaction_session_timeout = '10s';
