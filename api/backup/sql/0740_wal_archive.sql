-- How the archive of the built-in database's log does (api/backup/wal-archive.ts), for whoever operates the site.

alter table platform.backups add column kind text not null default 'site'
  constraint backups_kind_check check (kind in ('site', 'base'));

comment on column platform.backups.kind is
  'site: an archive of the whole site; base: a copy of the database for the archive of its log.';

-- The definer may list the folder of the log, which needs pg_monitor.
create function platform.wal_archive()
returns table (is_on boolean, archived_at timestamptz, failed_at timestamptz, waiting integer)
language sql stable security definer set search_path = ''
as $$
  select pg_catalog.current_setting('archive_mode') <> 'off', s.last_archived_time, s.last_failed_time,
    (select count(*)::integer from pg_catalog.pg_ls_archive_statusdir() f where f.name like '%.ready')
  from pg_catalog.pg_stat_archiver s
$$;

comment on function platform.wal_archive() is
  'Whether the log is archived, when that last worked and failed, and how many files of it wait.';

revoke all on function platform.wal_archive() from public;
grant execute on function platform.wal_archive() to service_role;
