-- What happens when an account is closed. The name goes in the transaction that closes the account; everything else of
-- theirs goes in the background, a piece at a time, and what they wrote only if they asked for that. Registration data
-- is kept as long as the law asks. docs/retention.md names the function behind each promise of /privacy; jobs call
-- these until nothing is left to do.

-- Rule 3(1)(h) of the IT Rules, 2021: what somebody registered with is kept for 180 days after their account was
-- closed. Identity makes a closed account nameless at once; the names are kept here, to be read only when the law asks,
-- and are deleted with the account.
create table private.closed_accounts (
  user_id uuid not null,
  email text,
  registered_at timestamptz not null,
  closed_at timestamptz not null,
  username text,
  full_name text,
  constraint closed_accounts_pkey primary key (user_id),
  constraint closed_accounts_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table private.closed_accounts is
  'What a closed account was registered with, for 180 days. No address of the contract leads here.';

create index closed_accounts_closed_at_idx on private.closed_accounts (closed_at);

revoke all on private.closed_accounts from public, anon, authenticated, service_role;

-- Runs as its owner: identity closes accounts, and has no right to this table.
create function private.retain_registration_data() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is null then
    delete from private.closed_accounts where user_id = new.id;
  else
    insert into private.closed_accounts (user_id, email, username, full_name, registered_at, closed_at)
    select new.id, old.email, p.username, p.full_name, old.created_at, new.deleted_at
    from (select) as always
    left join public.profiles p on p.id = new.id
    on conflict (user_id) do nothing;
    -- A subscription by that address was the same person's.
    delete from public.newsletter_subscribers s where lower(s.email) = lower(old.email);
    perform private.make_tombstone(new.id);
  end if;
  return null;
end
$$;

create trigger retain_registration_data after update of deleted_at on auth.users
  for each row when (old.deleted_at is distinct from new.deleted_at)
  execute function private.retain_registration_data();

-- Runs as its owner: identity closes accounts, and has no right to any of these tables. What identity knows of the
-- closing it says in settings of its transaction: `account.erase_posts`, and `account.closed_by` = member. The last
-- administrator who can act is refused.
create function private.make_tombstone(member uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('account.closed_by', true) = 'member'
    and exists (select from public.user_roles r where r.user_id = make_tombstone.member and r.role = 'admin') then
    perform private.assert_another_admin(
      make_tombstone.member, 'You are the last admin. Make somebody else admin first.');
  end if;
  update public.profiles p
  set username = 'deleted-' || left(replace(gen_random_uuid()::text, '-', ''), 12), full_name = null, bio = null,
    avatar_url = null, is_deleted = true, last_active = p.joined_at,
    -- A ban outlasts the account; a level was the person's.
    user_level = case when p.user_level = 'Banned' then 'Banned' else 'Regular' end
  where p.id = make_tombstone.member and not p.is_deleted;
  if not found then
    return;
  end if;
  delete from public.user_roles r where r.user_id = make_tombstone.member;
  delete from public.expert_profiles e where e.user_id = make_tombstone.member;
  -- Chat messages carry the name; the latest are what is on the screens. The rest follows in the background.
  delete from public.chat_messages m
  where m.id in (
    select c.id from public.chat_messages c
    where c.user_id = make_tombstone.member order by c.created_at desc limit 100
  );
  insert into private.account_erasures (user_id, with_posts)
  values (make_tombstone.member, coalesce(current_setting('account.erase_posts', true) = 'true', false));
end
$$;

create table private.account_erasures (
  user_id uuid not null,
  with_posts boolean not null default false,
  requested_at timestamptz not null default now(),
  constraint account_erasures_pkey primary key (user_id),
  constraint account_erasures_user_id_fkey foreign key (user_id) references public.profiles (id) on delete cascade
);

comment on table private.account_erasures is
  'Closed accounts of which something is still to be erased. Taken by private.erase_accounts(), a piece at a time.';
comment on column private.account_erasures.with_posts is 'They asked that what they wrote be deleted, too.';

revoke all on private.account_erasures from public, anon, authenticated, service_role;

-- One table after the other, the first that has anything left, so that a call is short whatever there is. Each has a
-- function private.erase_member_<table> in its file, which deletes a piece and returns a row for each. lints/0026 names a
-- column that refers to a member and is in none.
create function private.erase_belongings(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  part regproc;
  gone integer;
begin
  -- Supabase refuses deletions past its own server unless the statement says that it means it.
  perform set_config('storage.allow_delete_query', 'true', true);
  for part in
    select p.oid from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and starts_with(p.proname, 'erase_member_')
    order by p.proname
  loop
    execute format('select count(*)::integer from %s($1)', part) into gone using member;
    if gone > 0 then return gone; end if;
  end loop;
  return 0;
end
$$;

comment on function private.erase_belongings(uuid) is
  'Deletes a piece of what a closed account leaves besides posts and upvotes; 0 when nothing is left.';

create function private.erase_posts(member uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
  chosen uuid[] := array(select r.id from public.replies r where r.author_id = member order by r.created_at limit 100);
  thread uuid;
begin
  if chosen <> '{}' then
    perform private.lock_deleted_replies(chosen);
    delete from public.replies r where r.id = any (chosen);
    return cardinality(chosen);
  end if;
  -- One at a time: after its replies' authors, no other thread may be locked.
  select t.id into thread
  from public.threads t
  where t.author_id = member and not t.is_deleted
  order by t.created_at limit 1;
  if found then
    perform private.delete_or_empty_thread(thread);
    return 1;
  end if;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
  where o.id in (
    select x.id from storage.objects x
    where x.bucket_id = 'content'
      and x.name collate "C" >= member::text || '/' and x.name collate "C" < member::text || '0'
    limit 100
  );
  get diagnostics gone = row_count;
  return gone;
end
$$;

comment on function private.erase_posts(uuid) is
  'Deletes a piece of what a member wrote: a hundred replies, or a thread; 0 when nothing is left.';

-- An account that is erased at once leaves the same tombstone. The foreign keys would delete everything at once: a
-- counter would be changed in a row whose author is already gone.
create function private.delete_member_content() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.make_tombstone(old.id);
  return old;
end
$$;

create trigger delete_member_content
  before delete on auth.users
  for each row execute function private.delete_member_content();

-- Runs as its owner: no other role may delete what is another's.
create function private.erase_accounts() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  next private.account_erasures;
begin
  -- At random: an account that cannot be erased, for whatever reason, holds up nobody behind it.
  select e.* into next
  from private.account_erasures e
  where private.is_due('account_erasures', e.user_id::text)
  order by random()
  limit 1
  for update skip locked;
  if not found then
    return 0;
  end if;
  return private.attempt(
    'account_erasures', next.user_id::text, format('select private.erase_account(%L, %L)', next.user_id, next.with_posts)
  );
end
$$;

comment on function private.erase_accounts() is 'Erases a piece of one closed account and gives how much; 0 when no account waits. Called by a job.';

-- Runs as its owner: no role may end an account. Registration goes after 180 days, and with it the account. What it
-- wrote has been nameless all the time.
create function private.erase_closed_accounts() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  closed record;
  done bigint := 0;
begin
  for closed in
    select c.user_id
    from private.closed_accounts c
    join auth.users u on u.id = c.user_id
    where c.closed_at < now() - interval '180 days' and u.deleted_at is not null
      and private.is_due('closed_accounts', c.user_id::text)
    order by c.closed_at
    limit 100
    for update of c skip locked
  loop
    done := done + private.attempt(
      'closed_accounts', closed.user_id::text,
      format('with gone as (delete from auth.users where id = %L returning 1) select count(*) from gone', closed.user_id)
    );
  end loop;
  return done;
end
$$;

comment on function private.erase_closed_accounts() is
  'Erases what accounts were registered with that were closed more than 180 days ago; returns their number. Called by a job.';

create function private.erase_account(member uuid, with_posts boolean) returns bigint
language plpgsql set search_path = ''
as $$
declare
  gone integer;
begin
  gone := private.erase_belongings(erase_account.member);
  if gone = 0 and erase_account.with_posts then
    gone := private.erase_posts(erase_account.member);
  end if;
  if gone > 0 then
    return gone;
  end if;
  delete from private.account_erasures e where e.user_id = erase_account.member;
  -- Nothing of theirs is left that anybody could see: neither is there anything to hold together.
  delete from public.profiles p
  where p.id = erase_account.member and p.is_deleted
    and not exists (select from public.threads t where t.author_id = p.id)
    and not exists (select from public.replies r where r.author_id = p.id)
    and not exists (select from public.reactions x where x.user_id = p.id)
    and not exists (select from public.blog_posts b where b.author_id = p.id)
    and not exists (select from public.post_revisions v where v.editor_id = p.id)
    and not exists (select from public.reports r where p.id in (r.reporter_id, r.target_author_id, r.profile_id))
    and not exists (select from private.report_decisions d where d.admin_id = p.id)
    and not exists (select from public.moderation_log l where l.actor_id = p.id);
  return 1;
end
$$;

comment on function private.erase_account(uuid, boolean) is
  'Erases a piece of a closed account, whose row in account_erasures the caller has locked.';

grant execute on function private.erase_accounts(), private.erase_closed_accounts() to service_role, site_jobs;
