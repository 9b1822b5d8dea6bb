-- A backup that somebody makes by hand says nothing about the nights: only scheduled ones count as the last backup.

alter table platform.backups
  add column is_scheduled boolean not null default true,
  add column told_at timestamptz;

comment on column platform.backups.is_scheduled is 'Whether the site made it by itself, rather than somebody by hand.';
comment on column platform.backups.told_at is
  'When administrators were told that scheduled backups began to fail, or work again; null: nothing to tell, or not yet.';

-- One row at a time: the first failure after a success, and the first success after a failure that was told.
-- security definer: jobs may not write the table. In the schema of the mail queue, since jobs see nothing of `platform`.
create function auth.take_backup_news(at_most integer) returns setof text
language sql security definer set search_path = ''
as $$
  with ended as (
    select b.id, b.error is not null as failed, b.told_at,
      lag(b.error is not null) over (partition by b.kind order by b.started_at, b.id) as failed_before
    from platform.backups b
    where b.finished_at is not null and b.is_scheduled and b.started_at > now() - interval '60 days'
  )
  update platform.backups b set told_at = now()
  where b.id in (
    select e.id from ended e
    where e.told_at is null and e.failed <> coalesce(e.failed_before, false)
    order by e.id limit at_most
  )
  returning b.id::text
$$;

revoke all on function auth.take_backup_news(integer) from public, anon, authenticated, service_role;
grant execute on function auth.take_backup_news(integer) to site_jobs;
