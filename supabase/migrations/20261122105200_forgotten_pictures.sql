-- A picture is uploaded before what shows it is saved. A form that is left, a cover that is replaced by a program, a
-- post that is deleted: each leaves a file that nobody ever sees again. A job looks for them once a day: a picture
-- that no row shows goes, and its file with it (storage.orphans).

-- Few posts have pictures; these let the job read no others.
create index threads_with_pictures_idx on public.threads (id) where content like '%/content/%';
create index replies_with_pictures_idx on public.replies (id) where content like '%/content/%';
create index post_revisions_with_pictures_idx on public.post_revisions (id) where content like '%/content/%';

-- Runs as its owner because it deletes what belongs to others.
create function private.forget_pictures() returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  with texts (text) as (
    select p.avatar_url from public.profiles p where p.avatar_url is not null
    union all select b.image from public.blog_posts b where b.image is not null
    union all select b.content from public.blog_posts b
    union all select t.content from public.threads t where t.content like '%/content/%'
    union all select r.content from public.replies r where r.content like '%/content/%'
    union all select v.content from public.post_revisions v where v.content like '%/content/%'
  ), shown (bucket, name) as (
    select distinct found.parts[1], found.parts[2]
    from texts, regexp_matches(texts.text, '/(avatars|covers|content)/([A-Za-z0-9/._-]+)', 'g') as found (parts)
  )
  delete from storage.objects o
  where o.bucket_id in ('avatars', 'covers', 'content')
    -- A name that an address would write otherwise was not given by our pages, and cannot be looked for.
    and o.name ~ '^[A-Za-z0-9/._-]+$'
    and greatest(o.created_at, o.updated_at) < now()
      -- What somebody is still writing lies in their browser for 30 days, pictures included.
      - case o.bucket_id when 'content' then interval '31 days' else interval '1 day' end
    and not exists (select from shown s where s.bucket = o.bucket_id and s.name = o.name);
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.forget_pictures() is
  'Deletes avatars and covers of more than a day, and posts'' pictures of more than 31 days, that no row shows; gives their number. Called by a job.';

revoke execute on all functions in schema private from public;
grant execute on function private.forget_pictures() to service_role;
