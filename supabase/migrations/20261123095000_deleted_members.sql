-- What came to be beside the tombstones learns of them: the search for members, and who counts as an administrator.

-- One condition of a longer function.
do $$
declare
  before text := pg_get_functiondef('private.find_members(text, integer)'::regprocedure);
  after text := replace(before, 'p.user_level <> ''Banned''', 'p.user_level <> ''Banned'' and not p.is_deleted');
begin
  if after = before then
    raise exception 'private.find_members() does not choose members as expected';
  end if;
  execute after;
end
$$;

-- As before, but it asks who else can act as an administrator in the words of the rule itself.
create or replace function private.make_tombstone(member uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('account.closed_by', true) = 'member'
    and exists (select from public.user_roles r where r.user_id = make_tombstone.member and r.role = 'admin') then
    perform private.must_leave_an_admin(
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

revoke execute on all functions in schema private from public;
