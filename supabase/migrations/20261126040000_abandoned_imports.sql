-- What an import that was never finished has read of the other forum's file (server/import/staging.ts): addresses,
-- hashes of passwords, and rows that the import would leave out, such as private messages.
create function private.drop_abandoned_import() returns bigint
language plpgsql security definer set search_path = ''
as $$
begin
  -- The tables say when they were made. The lock is that of a running import (server/import/import.ts).
  if obj_description(to_regclass('private.import_rows'))::timestamptz < now() - interval '30 days'
    and pg_try_advisory_xact_lock(718201131) then
    drop table if exists private.import_rows, private.import_queue, private.import_notes;
    return 1;
  end if;
  return 0;
end
$$;

comment on function private.drop_abandoned_import() is
  'Drops what an import read and did not finish within 30 days; returns 1 if it did. Called by a job.';

revoke execute on function private.drop_abandoned_import() from public;
grant execute on function private.drop_abandoned_import() to service_role, site_jobs;
