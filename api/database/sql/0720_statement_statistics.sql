-- The statements that the database has spent the most time on, for administrators. Where pg_stat_statements is missing
-- (no superuser, not among the extensions), nothing else changes.

do $$
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_stat_statements')
    and exists (select from pg_catalog.pg_available_extensions where name = 'pg_stat_statements')
  then
    create extension pg_stat_statements with schema platform;
    revoke all on platform.pg_stat_statements, platform.pg_stat_statements_info from public;
  end if;
exception when insufficient_privilege then
  null;
end
$$;

-- Each role has statistics of its own, which are added up. Utility statements (alter role … password …) keep their
-- constants, so they are left out.
create function platform.top_statements(most integer)
returns table (
  id text,
  statement text,
  calls double precision,
  total_ms double precision,
  max_ms double precision,
  "rows" double precision,
  share double precision,
  since timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  home text := (
    select e.extnamespace::regnamespace::text from pg_catalog.pg_extension e where e.extname = 'pg_stat_statements'
  );
begin
  if home is null then
    raise exception 'pg_stat_statements is not installed' using errcode = '0A000';
  end if;
  return query execute pg_catalog.format($query$
    select s.queryid::text, min(s.query), sum(s.calls)::float8, sum(s.total_exec_time), max(s.max_exec_time),
      sum(s.rows)::float8, sum(s.total_exec_time) / nullif(sum(sum(s.total_exec_time)) over (), 0), min(i.stats_reset)
    from %1$s.pg_stat_statements s, %1$s.pg_stat_statements_info i
    where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
      and s.query ~* '^\s*((select|insert|update|delete|merge|with|values)\M|<insufficient privilege>)'
    group by s.queryid
    order by sum(s.total_exec_time) desc
    limit $1$query$, home) using most;
end
$$;

comment on function platform.top_statements(integer) is
  'The statements of this database that took the most time in all, without constants; 0A000: the extension is missing, 55000: its library is not loaded.';

revoke all on function platform.top_statements(integer) from public;
grant execute on function platform.top_statements(integer) to service_role;
