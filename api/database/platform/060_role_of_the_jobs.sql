-- Background work has a role of its own (server/database/scope.ts, asJob). It reads and writes no table: it may only call
-- the functions that jobs are made of, which run as their owner. A fault in a job's code cannot do more than these.
-- No token leads to it: the server obeys the roles anon, authenticated and service_role alone.

do $role$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'site_jobs') then
    create role site_jobs nologin noinherit;
  end if;
  -- Of a cluster whose other database made the role, this owner may not be its administrator.
  if not pg_catalog.pg_has_role('authenticator', 'site_jobs', 'member') then
    grant site_jobs to authenticator;
  end if;
end
$role$;

grant usage on schema auth, realtime to site_jobs;
grant execute on function auth.queue_mail(json, integer), realtime.prune_changes() to site_jobs;

-- A batch, like the other jobs.
create or replace function realtime.prune_changes() returns bigint
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from realtime.changes
    where id in (
      select c.id from realtime.changes c
      where c.at < now() - interval '1 hour'
      order by c.at
      limit 5000
    )
    returning 1
  )
  select count(*) from gone
$$;
