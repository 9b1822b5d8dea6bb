-- A reply's address is looked up by the ids that begin like it, which are few: with the thread in the same condition, all
-- replies of the thread were read in its index for each new one.
create or replace function private.keep_reply_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  first uuid;
  last uuid;
begin
  loop
    first := (left(new.id::text, 8) || '-0000-0000-0000-000000000000')::uuid;
    last := (left(new.id::text, 8) || '-ffff-ffff-ffff-ffffffffffff')::uuid;
    -- A reply is looked up within its thread.
    exit when not exists (
      select
      from (select r.id, r.thread_id from public.replies r where r.id between first and last offset 0) r
      where r.id <> new.id and r.thread_id = new.thread_id
    );
    new.id := gen_random_uuid();
  end loop;
  return new;
end
$$;
