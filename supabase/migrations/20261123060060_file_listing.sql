-- Whoever knows a picture's address may see it: the buckets are public, and the server looks up public addresses by
-- itself. What nobody needs is a list of them: it would name the pictures of drafts that were never posted, of posts
-- that are hidden, and of articles that have not appeared.

drop policy read_public on storage.objects;
drop policy read_covers on storage.objects;

create policy read_own on storage.objects
  for select to authenticated
  using (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );

create policy read_any_admin on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'content', 'covers') and (select private.is_admin()));
