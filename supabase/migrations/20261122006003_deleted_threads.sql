-- What a discussion leaves behind when it is deleted: its id, so that its address answers that it is gone (410) and not
-- that it never was, and is given to no other. Nothing of what it said.

create table public.deleted_threads (
  id uuid not null,
  deleted_at timestamptz not null default now(),
  constraint deleted_threads_pkey primary key (id)
);

comment on table public.deleted_threads is 'Ids of discussions that are deleted for good.';

alter table public.deleted_threads enable row level security;

create policy read_all on public.deleted_threads
  for select to anon, authenticated using (true);

revoke all on public.deleted_threads from public, anon, authenticated, service_role;
-- Rows come from the trigger alone.
grant select on public.deleted_threads to anon, authenticated, service_role;

-- Runs as its owner: whoever may delete may not write here.
create function private.remember_deleted_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.deleted_threads (id) values (old.id) on conflict do nothing;
  return null;
end
$$;

create trigger remember_deleted_thread
  after delete on public.threads
  for each row execute function private.remember_deleted_thread();

create or replace function private.new_thread_id() returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  candidate uuid;
  first uuid;
  last uuid;
begin
  loop
    candidate := gen_random_uuid();
    first := (left(candidate::text, 8) || '-0000-0000-0000-000000000000')::uuid;
    last := (left(candidate::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    -- The address of a discussion shows the first 8 digits of its id: no two may share them, and a link to a deleted
    -- one must not lead to another.
    exit when not exists (select from public.threads t where t.id between first and last)
      and not exists (select from public.deleted_threads d where d.id between first and last);
  end loop;
  return candidate;
end
$$;

comment on function private.new_thread_id() is
  'A random id whose first 8 digits no other discussion has or had.';

revoke execute on all functions in schema private from public;
grant execute on function private.new_thread_id() to authenticated, service_role;
