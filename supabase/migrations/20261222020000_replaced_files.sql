-- A file that is replaced counts like a new one: by the size and the day of what is stored now.

create or replace function private.assert_storage_quota() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  altogether bigint;
  today bigint;
begin
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint)
      filter (where greatest(o.created_at, o.updated_at) > now() - interval '1 day'), 0)
  into altogether, today
  from storage.objects o
  where o.bucket_id in ('avatars', 'content')
    -- In byte order `0` comes right after `/`: everything in the folder.
    and o.name collate "C" >= (select auth.uid())::text || '/' and o.name collate "C" < (select auth.uid())::text || '0';
  if altogether >= 1024 * 1048576::bigint then
    raise sqlstate 'PT413' using message = 'Your pictures take up 1 GB, which is the limit for one member';
  end if;
  if today >= 200 * 1048576::bigint then
    raise sqlstate 'PT413' using message = 'You added 200 MB of pictures within 24 hours, which is the limit. Please try again tomorrow';
  end if;
  return true;
end
$$;

comment on function private.assert_storage_quota() is
  'True, or PT413: the caller has uploaded 200 MiB within a day, replaced files included, or 1 GiB altogether.';

create policy room_for_replaced_files on storage.objects
  as restrictive for update to authenticated
  using (bucket_id is not null)
  with check (bucket_id not in ('avatars', 'content') or (select private.assert_storage_quota()));
