-- Pictures that members bring: avatars, pictures in posts (`content`), covers of articles. Everybody may see them,
-- because everybody may read the forum. A member writes in the folder that carries their id, and nowhere else; a banned
-- member writes nowhere; an admin deletes what should not be there.
--
-- A picture is uploaded before what shows it is saved. A form that is left, a cover that is replaced, a post that is
-- deleted: each leaves a file that nobody sees again. A job looks for them once a day.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/gif']),
  ('content', 'content', true, 10 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp', 'image/gif']),
  ('covers', 'covers', true, 10 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

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

create policy insert_covers_admin on storage.objects
  for insert to authenticated
  with check (bucket_id = 'covers' and (select private.is_admin()));

create policy update_covers_admin on storage.objects
  for update to authenticated
  using (bucket_id = 'covers' and (select private.is_admin()))
  with check (bucket_id = 'covers' and (select private.is_admin()));

create policy delete_covers_admin on storage.objects
  for delete to authenticated using (bucket_id = 'covers' and (select private.is_admin()));

-- The buckets are public, and the server looks up public addresses by itself. Nobody needs a list of all files: it
-- would name the pictures of drafts that were never posted, of posts that are hidden, and of unpublished articles.
create policy read_own on storage.objects
  for select to authenticated
  using (
    bucket_id in ('avatars', 'content')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );

create policy read_any_admin on storage.objects
  for select to authenticated
  using (bucket_id in ('avatars', 'content', 'covers') and (select private.is_admin()));

-- The member reads why a file is refused, instead of the words of a policy. Own files of a day and of all times. Asked
-- by a policy, because the row is tried before a byte is taken; a file is at most 10 MiB beyond it. Runs as its owner,
-- because members may not list what they have replaced.
create function private.assert_storage_quota() returns boolean
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

create policy room_for_files on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id not in ('avatars', 'content') or (select private.assert_storage_quota()));

-- Runs as its owner because it deletes the files of a member who is gone, whichever role deletes the account.
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

create function private.log_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.bucket_id in ('avatars', 'content')
    and (storage.foldername(old.name))[1] is distinct from (select auth.uid())::text and private.is_admin() then
    perform private.log_action('delete', 'objects', old.id, old.bucket_id || '/' || old.name);
  end if;
  return null;
end
$$;

create function private.pictures_in(written text) returns setof text
language sql immutable strict parallel safe set search_path = ''
as $$
  select distinct found.parts[1] || '/' || found.parts[2]
  from regexp_matches(written, '/(avatars|covers|content)/([A-Za-z0-9/._-]+)', 'g') as found (parts)
$$;

-- Which row shows which uploaded picture is kept as it is written.
create table private.shown_pictures (
  picture text not null, -- bucket and name: content/<member>/<name>
  shown_by uuid not null, -- id of a thread, reply, earlier version, article or profile
  constraint shown_pictures_pkey primary key (picture, shown_by)
);

comment on table private.shown_pictures is 'Which row shows which picture of the buckets avatars, covers and content; kept by triggers.';

create index shown_pictures_shown_by_idx on private.shown_pictures (shown_by);

revoke all on private.shown_pictures from public, anon, authenticated, service_role;

-- The sweep of private.delete_unused_pictures: one row, which has the last file that it looked at.
create table private.picture_sweep (
  id boolean not null default true,
  looked_until uuid,
  constraint picture_sweep_pkey primary key (id),
  constraint picture_sweep_one_row check (id)
);

comment on table private.picture_sweep is 'How far private.delete_unused_pictures came, by the id of storage.objects; null: it starts from the first.';

revoke all on private.picture_sweep from public, anon, authenticated, service_role;

insert into private.picture_sweep default values;

-- Runs as its owner: no role may write the table.
create function private.note_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written jsonb;
begin
  if tg_op <> 'INSERT' then
    delete from private.shown_pictures s where s.shown_by = old.id;
  end if;
  if tg_op <> 'DELETE' then
    written := to_jsonb(new);
    insert into private.shown_pictures (picture, shown_by)
    select p, new.id
    from private.pictures_in(concat_ws(' ', written ->> 'avatar_url', written ->> 'image', written ->> 'content')) as p
    on conflict do nothing;
  end if;
  return null;
end
$$;

create trigger note_pictures after insert on public.threads
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures_update after update of content on public.threads
  for each row when (old.content <> new.content and (old.content like '%/content/%' or new.content like '%/content/%'))
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.threads
  for each row when (old.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures after insert on public.replies
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures_update after update of content on public.replies
  for each row when (old.content <> new.content and (old.content like '%/content/%' or new.content like '%/content/%'))
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.replies
  for each row when (old.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures after insert on public.post_revisions
  for each row when (new.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures_update after update of content on public.post_revisions
  for each row when (old.content <> new.content and (old.content like '%/content/%' or new.content like '%/content/%'))
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.post_revisions
  for each row when (old.content like '%/content/%')
  execute function private.note_pictures();

create trigger note_pictures after insert on public.blog_posts
  for each row execute function private.note_pictures();

create trigger note_pictures_update after update of content, image on public.blog_posts
  for each row when (old.content <> new.content or old.image is distinct from new.image)
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.blog_posts
  for each row execute function private.note_pictures();

create trigger note_pictures after insert on public.profiles
  for each row when (new.avatar_url is not null)
  execute function private.note_pictures();

create trigger note_pictures_update after update of avatar_url on public.profiles
  for each row when (old.avatar_url is distinct from new.avatar_url)
  execute function private.note_pictures();

create trigger note_pictures_delete after delete on public.profiles
  for each row when (old.avatar_url is not null)
  execute function private.note_pictures();

-- Runs as its owner because it deletes what belongs to others. A call looks at 500 files, and asks an index about each.
create function private.delete_unused_pictures() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  batch constant integer := 500;
  after uuid;
  looked_at uuid[];
begin
  select s.looked_until into after from private.picture_sweep s for update skip locked;
  if not found then
    return 0; -- somebody else is at it
  end if;
  looked_at := array(
    select o.id from storage.objects o where after is null or o.id > after order by o.id limit batch
  );
  update private.picture_sweep set looked_until = looked_at[cardinality(looked_at)];
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id = any (looked_at) and o.bucket_id in ('avatars', 'covers', 'content')
    -- A name that an address would write otherwise was not given by our pages, and cannot be looked for.
    and o.name ~ '^[A-Za-z0-9/._-]+$'
    and greatest(o.created_at, o.updated_at) < now()
      -- A draft is kept in its author's browser for 30 days, pictures included.
      - case o.bucket_id when 'content' then interval '31 days' else interval '1 day' end
    and not exists (select from private.shown_pictures s where s.picture = o.bucket_id || '/' || o.name);
  return cardinality(looked_at);
end
$$;

comment on function private.delete_unused_pictures() is
  'Looks at the next 500 files and deletes avatars and covers of more than a day, and posts'' pictures of more than 31 days, that no row shows; gives how many it looked at. Called by a job until it gives 0, after the last one.';

-- pg_trigger_depth() = 0: a member's files that are deleted with the account are covered by its one entry. On a hosted
-- Supabase project the table belongs to the platform, which may refuse a trigger: there, deletions of files are in its
-- own log.
do $picture$
begin
  create trigger log_picture
    after delete on storage.objects
    for each row when (pg_trigger_depth() = 0)
    execute function private.log_picture();
exception
  when insufficient_privilege then
    raise notice 'not the owner of storage.objects: deleted pictures are not in the moderation log';
end
$picture$;

create policy room_for_replaced_files on storage.objects
  as restrictive for update to authenticated
  using (bucket_id is not null)
  with check (bucket_id not in ('avatars', 'content') or (select private.assert_storage_quota()));

create function private.export_member_files(member uuid, skip integer) returns setof jsonb
language sql stable
begin atomic
  select jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata)
  from storage.objects o where o.owner_id = member::text order by o.created_at, o.id offset skip limit 500;
end;

create function private.erase_member_avatars(member uuid) returns setof integer
language sql volatile
begin atomic
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'avatars'
      -- In byte order `0` comes right after `/`: everything in the folder.
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  )
  returning 1;
end;

grant execute on function private.assert_storage_quota() to authenticated;
grant execute on function private.delete_unused_pictures() to service_role, site_jobs;
