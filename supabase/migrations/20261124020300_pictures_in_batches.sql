-- Which row shows which uploaded picture is kept as it is written. To find pictures that nothing shows, every text with a
-- picture was read, once for each batch; now a batch looks at 500 files, and asks an index about each.

create table private.shown_pictures (
  picture text not null, -- bucket and name: content/<member>/<name>
  shown_by uuid not null, -- id of a discussion, reply, earlier version, article or profile
  constraint shown_pictures_pkey primary key (picture, shown_by)
);

comment on table private.shown_pictures is 'Which row shows which picture of the buckets avatars, covers and content; kept by triggers.';

create index shown_pictures_shown_by_idx on private.shown_pictures (shown_by);
revoke all on private.shown_pictures from public, anon, authenticated, service_role;

-- The sweep of private.forget_pictures: one row, which has the last file that it looked at.
create table private.picture_sweep (
  id boolean not null default true,
  looked_until uuid,
  constraint picture_sweep_pkey primary key (id),
  constraint picture_sweep_one_row check (id)
);

comment on table private.picture_sweep is 'How far private.forget_pictures came, by the id of storage.objects; null: it begins anew.';

insert into private.picture_sweep default values;
revoke all on private.picture_sweep from public, anon, authenticated, service_role;

create function private.pictures_in(written text) returns setof text
language sql immutable strict parallel safe set search_path = ''
as $$
  select distinct found.parts[1] || '/' || found.parts[2]
  from regexp_matches(written, '/(avatars|covers|content)/([A-Za-z0-9/._-]+)', 'g') as found (parts)
$$;

drop trigger note_pictures on public.threads;
drop trigger note_pictures_update on public.threads;
drop trigger note_pictures on public.replies;
drop trigger note_pictures_update on public.replies;
drop table private.posts_with_pictures;

-- Runs as its owner: the table is nobody's to write.
create or replace function private.note_pictures() returns trigger
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

insert into private.shown_pictures (picture, shown_by)
select p, w.id
from (
  select id, avatar_url as written from public.profiles where avatar_url is not null
  union all select id, concat_ws(' ', image, content) from public.blog_posts
  union all select id, content from public.threads where content like '%/content/%'
  union all select id, content from public.replies where content like '%/content/%'
  union all select id, content from public.post_revisions where content like '%/content/%'
) w
cross join lateral private.pictures_in(w.written) as p
on conflict do nothing;

create or replace function private.forget_pictures() returns bigint
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
      -- What somebody is still writing lies in their browser for 30 days, pictures included.
      - case o.bucket_id when 'content' then interval '31 days' else interval '1 day' end
    and not exists (select from private.shown_pictures s where s.picture = o.bucket_id || '/' || o.name);
  return cardinality(looked_at);
end
$$;

comment on function private.forget_pictures() is
  'Looks at the next 500 files and deletes avatars and covers of more than a day, and posts'' pictures of more than 31 days, that no row shows; gives how many it looked at. Called by a job until it gives 0, after the last one.';

revoke execute on all functions in schema private from public;
