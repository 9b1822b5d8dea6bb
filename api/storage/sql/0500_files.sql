-- Files, as far as the database knows them: schema `storage` with Supabase's tables and functions, so that the
-- community's policies run there and here. Bytes lie elsewhere (api/storage/backends), under the random name
-- that a row carries as its `version`; no name that anybody chose ever becomes a path.

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type text not null default 'STANDARD',
  constraint buckets_pkey primary key (id)
);

comment on table storage.buckets is 'Where files belong together: who may read them without a key, how big they may be, and of what kinds.';
comment on column storage.buckets.public is 'Whether /object/public serves its files to anybody who knows their name.';

create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text,
  name text collate "C",
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  constraint objects_pkey primary key (id),
  constraint "objects_bucketId_fkey" foreign key (bucket_id) references storage.buckets (id)
);

comment on table storage.objects is 'One row a file. A role that may read, add, change or delete the row may do so with the file: the rule is its row security.';
comment on column storage.objects.name is 'The path within the bucket, folders included.';
comment on column storage.objects.version is 'What the bytes are called in the backend; a new one with each new content.';
comment on column storage.objects.metadata is 'What the server found: eTag, size, mimetype, cacheControl. Never what an uploader claims; that is user_metadata.';

create unique index bucketid_objname on storage.objects (bucket_id, name);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- As on Supabase: every role holds the grants, and row security alone decides. Without a policy nobody may anything.
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- A file goes with its row.

create table storage.orphans (
  version text not null,
  due timestamptz not null default now(),
  constraint orphans_pkey primary key (version)
);

comment on table storage.orphans is
  'Files to delete once they are due. A file is written down here before it is stored, and crossed out in the very transaction that makes its row: whatever breaks in between, nothing is left lying about for ever.';

create index orphans_due_idx on storage.orphans (due);

alter table storage.orphans enable row level security;
revoke all on storage.orphans from public, anon, authenticated;
grant select, insert, update, delete on storage.orphans to service_role;

-- Run as their owner: nobody who may touch a row may touch the list.
create function storage.unlist_orphan() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.orphans where version = new.version;
  return null;
end
$$;

create function storage.orphan_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or old.version is distinct from new.version then
    insert into storage.orphans (version)
    select old.version where old.version is not null
    on conflict (version) do update set due = now();
  end if;
  return null;
end
$$;

create function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

revoke all on function storage.unlist_orphan(), storage.orphan_file() from public;

create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();
create trigger unlist_orphan after insert or update of version on storage.objects
  for each row execute function storage.unlist_orphan();
create trigger orphan_file after delete or update of version on storage.objects
  for each row execute function storage.orphan_file();

-- Parts of a name, for policies.

create function storage.foldername(name text) returns text[]
language sql immutable parallel safe
return (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1];

comment on function storage.foldername(text) is 'The folders of a path, outermost first; empty for a file at the top.';

create function storage.filename(name text) returns text
language sql immutable parallel safe
return split_part(name, '/', -1);

comment on function storage.filename(text) is 'The last part of a path.';

create function storage.extension(name text) returns text
language sql immutable parallel safe
return substring(split_part(name, '/', -1) from '\.([^.]*)$');

comment on function storage.extension(text) is 'What stands behind the last dot of a path''s last part.';

-- One level of a bucket.

create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
language sql stable set search_path = ''
as $$
  with found as (
    select o.path_tokens[levels] as entry, cardinality(o.path_tokens) > levels as is_folder, o.id, o.updated_at,
      o.created_at, o.last_accessed_at, o.metadata
    from storage.objects o
    where o.bucket_id = bucketname
      -- A range, so that the index serves it: everything that begins with the prefix, in byte order.
      and o.name >= prefix collate "C" and o.name < (prefix || chr(1114111)) collate "C"
      and starts_with(lower(o.path_tokens[levels]), lower(search))
  ), entries as (
    select f.entry, true as is_folder, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, null as stamp
    from found f where f.is_folder group by f.entry
    union all
    select f.entry, false, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata,
      case sortcolumn when 'updated_at' then f.updated_at::text when 'created_at' then f.created_at::text
        when 'last_accessed_at' then f.last_accessed_at::text end
    from found f where not f.is_folder
  )
  select e.entry, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
  from entries e
  order by e.is_folder desc,
    case when sortorder = 'desc' then e.stamp end desc, case when sortorder <> 'desc' then e.stamp end,
    case when sortorder = 'desc' then e.entry end desc, e.entry
  limit limits offset offsets
$$;

comment on function storage.search(text, text, integer, integer, integer, text, text, text) is
  'The folders, then the files, that stand directly under `prefix` (empty, or with a slash at its end) and whose name begins with `search`, as far as the asker may see them. `levels` is the depth of that level, from 1.';
