-- The look at a reply's address is planned once, not for each reply: by the ids that begin like it, which are few. With
-- the thread in the same condition, one plan for all replies would read the whole thread in its index.
create or replace function private.keep_reply_address() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
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
      -- The order makes the planner take the key.
      from (
        select r.id, r.thread_id from public.replies r where r.id between first and last order by r.id limit 10000
      ) r
      where r.id <> new.id and r.thread_id = new.thread_id
    );
    new.id := gen_random_uuid();
  end loop;
  return new;
end
$$;
