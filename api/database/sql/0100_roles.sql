-- The roles of a Supabase database, for a PostgreSQL that has none of them. Roles belong to the whole
-- cluster, so that a second database in it finds them already there: hence the tests for existence.
--
-- No token leads to site_jobs: the API accepts the roles anon, authenticated and service_role alone. It reads and writes
-- no table; the functions that it may call run as their owner, so a fault in a job's code cannot do more than these.

do $roles$
declare
  wanted record;
begin
  for wanted in
    select *
    from (values
      ('anon', 'nologin noinherit'),                     -- a visitor without a session
      ('authenticated', 'nologin noinherit'),            -- a member, named by `request.jwt.claims`
      ('service_role', 'nologin noinherit bypassrls'),   -- the secret key and the server's own jobs
      ('supabase_auth_admin', 'nologin noinherit'),      -- identity: reads and writes schema auth, owns nothing
      ('authenticator', 'nologin noinherit'),            -- may only become the others; the pool's role is a member of it
      ('site_jobs', 'nologin noinherit')                 -- background work: calls the functions of jobs, owns nothing
    ) as roles (name, options)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      execute pg_catalog.format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
end
$roles$;

grant anon, authenticated, service_role, supabase_auth_admin to authenticator;

-- Of a cluster whose other database made the role, this owner may not be its administrator.
do $jobs$
begin
  if not pg_catalog.pg_has_role('authenticator', 'site_jobs', 'member') then
    grant site_jobs to authenticator;
  end if;
end
$jobs$;

-- The pool connects as a role of its own database (api/database/pool-role.ts). Another database of the cluster, of an
-- older release, may have left a login.
alter role authenticator nologin password null;

-- The owner, who runs the migrations, acts as these roles in tests and alters their objects.
do $membership$
begin
  if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user) then
    execute pg_catalog.format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end
$membership$;

-- Bounds for every statement that reaches the database through the server. They are session defaults of the
-- login role: api/database/scope.ts lowers them for guests and raises them, by name, for jobs.
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '2s';
alter role authenticator set idle_in_transaction_session_timeout = '10s';
