-- Pictures that members bring: their faces (`avatars`) and what stands in their posts (`content`). Everybody may
-- see them, because everybody may read the forum. A member writes in the folder that carries their id, and nowhere
-- else; a banned member writes nowhere; an admin takes away what should not stand there.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/gif']),
  ('content', 'content', true, 10 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/gif'])
on conflict (id) do nothing;

create policy read_public on storage.objects
  for select to anon, authenticated using (bucket_id in ('avatars', 'content'));
create policy insert_own on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  );
create policy update_own on storage.objects
  for update to authenticated
  using (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  )
  with check (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  );
create policy delete_own on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may_write())
  );
create policy delete_any_admin on storage.objects
  for delete to authenticated
  using (bucket_id in ('avatars', 'content') and (select private.is_admin()));

-- Runs as its owner because it outlives the member whose files it takes away, whoever deletes the account.
create function private.delete_files_of_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.bucket_id in ('avatars', 'content')
    -- In byte order `0` comes right after `/`: everything in the folder.
    and o.name collate "C" >= old.id::text || '/' and o.name collate "C" < old.id::text || '0';
  return null;
end
$$;

comment on function private.delete_files_of_member() is 'A member''s pictures go with the profile.';

create trigger delete_files_of_member after delete on public.profiles
  for each row execute function private.delete_files_of_member();

revoke all on function private.delete_files_of_member() from public, anon, authenticated, service_role;
