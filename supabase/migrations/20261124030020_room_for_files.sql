-- A member whose room for pictures is used up reads why, instead of the words of a policy.

drop policy room_for_files on storage.objects;
drop function private.has_room_for_files();

-- Own files of a day and of all times. Asked by a policy, because the row is tried before a byte is taken; a file is at
-- most 10 MiB beyond it. Runs as its owner, because members may not list what they have replaced.
create function private.must_have_room_for_files() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  altogether bigint;
  today bigint;
begin
  select coalesce(sum((o.metadata ->> 'size')::bigint), 0),
    coalesce(sum((o.metadata ->> 'size')::bigint) filter (where o.created_at > now() - interval '1 day'), 0)
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

comment on function private.must_have_room_for_files() is
  'True, or PT413: the caller has uploaded 200 MiB within a day or 1 GiB altogether.';

create policy room_for_files on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id not in ('avatars', 'content') or (select private.must_have_room_for_files()));

revoke execute on all functions in schema private from public;
grant execute on function private.must_have_room_for_files() to authenticated;
