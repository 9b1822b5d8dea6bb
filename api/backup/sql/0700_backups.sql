-- How each backup went (scripts/backup.ts), for whoever operates the site.

create table platform.backups (
  id bigint generated always as identity,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  location text not null,
  bytes bigint,
  error text,
  constraint backups_pkey primary key (id)
);

comment on table platform.backups is 'One row a backup: what was tried, and how it ended.';
comment on column platform.backups.finished_at is 'Null while it is made, or when its process was killed.';
comment on column platform.backups.bytes is 'Size of the archive; null: it failed, or is not finished.';
comment on column platform.backups.error is 'Why it failed.';

create index backups_started_at_idx on platform.backups (started_at desc);

alter table platform.backups enable row level security;
revoke all on platform.backups from public, anon, authenticated, service_role;
grant select on platform.backups to service_role;
create policy read_all on platform.backups for select to service_role using (true);
