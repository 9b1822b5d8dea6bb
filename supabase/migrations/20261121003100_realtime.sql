-- Channels: which tables tell of their changes, who may use which private topic, and two corrections of what is
-- announced.

-- Whatever is listed here can be subscribed to; which rows arrive is decided by each reader's own policies.
alter publication supabase_realtime add table
  public.threads, public.replies, public.reactions, public.chat_messages, public.notifications,
  public.forum_categories, public.blog_posts, public.profiles;

-- A member's own topic, `member:` and their id: for what concerns one person on all of their devices.
create policy read_own_topic on realtime.messages
  for select to authenticated using ((select realtime.topic()) = 'member:' || (select auth.uid())::text);
create policy send_own_topic on realtime.messages
  for insert to authenticated
  with check ((select realtime.topic()) = 'member:' || (select auth.uid())::text and (select private.may_write()));

-- The moderators' desk.
create policy read_desk on realtime.messages
  for select to authenticated using ((select realtime.topic()) = 'desk' and (select private.is_admin()));
create policy send_desk on realtime.messages
  for insert to authenticated with check ((select realtime.topic()) = 'desk' and (select private.is_admin()));

-- A discussion that moves makes pages of two categories stale. The second event is for caches alone: it used to say
-- DELETE, which a subscriber would believe.
create or replace function private.announce_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.threads := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.announce(jsonb_build_object(
    'table', 'threads', 'op', tg_op, 'id', subject.id,
    'category_id', subject.category_id, 'author_id', subject.author_id
  ));
  if tg_op = 'UPDATE' and old.category_id <> new.category_id then
    perform private.announce(jsonb_build_object(
      'table', 'threads', 'op', tg_op, 'id', old.id, 'category_id', old.category_id, 'caches_only', true
    ));
  end if;
  return null;
end
$$;

-- `owner` spares every other member's channels the reading, and keeps the key of a deleted row from them.
create function private.announce_notification() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject public.notifications := case when tg_op = 'DELETE' then old else new end;
begin
  perform private.announce(jsonb_build_object(
    'table', 'notifications', 'op', tg_op, 'id', subject.id, 'owner', subject.user_id
  ));
  return null;
end
$$;

create trigger zz_announce
  after insert or update or delete on public.notifications
  for each row execute function private.announce_notification();

revoke execute on all functions in schema private from public;
