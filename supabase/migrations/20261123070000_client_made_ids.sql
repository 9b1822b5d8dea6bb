-- Ids that the writer's own browser makes. A post whose answer was lost is sent again under the same id, and is there
-- once. What an address shows of an id, its first 8 digits, stays one post's alone, whoever chose the id: otherwise a
-- link to somebody's words could be made to lead to another's.

grant insert (id) on public.threads to authenticated;
grant insert (id) on public.replies to authenticated;

-- Sees hidden discussions and replies too: their addresses are taken.
create function private.keep_thread_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  first uuid := (left(new.id::text, 8) || '-0000-0000-0000-000000000000')::uuid;
  last uuid := (left(new.id::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
begin
  -- The very same id is the key's to refuse.
  if exists (select from public.threads t where t.id between first and last and t.id <> new.id)
    or exists (select from public.deleted_threads d where d.id between first and last) then
    new.id := private.new_thread_id();
  end if;
  return new;
end
$$;

create trigger keep_thread_address
  before insert on public.threads
  for each row execute function private.keep_thread_address();

create function private.keep_reply_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  first uuid;
  last uuid;
begin
  loop
    first := (left(new.id::text, 8) || '-0000-0000-0000-000000000000')::uuid;
    last := (left(new.id::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    -- A reply is looked up within its discussion.
    exit when not exists (
      select from public.replies r
      where r.id between first and last and r.id <> new.id and r.thread_id = new.thread_id
    );
    new.id := gen_random_uuid();
  end loop;
  return new;
end
$$;

create trigger keep_reply_address
  before insert on public.replies
  for each row execute function private.keep_reply_address();

revoke execute on all functions in schema private from public;
