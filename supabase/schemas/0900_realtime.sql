-- Channels: which tables tell of their changes, and who may use which private topic.

-- Whatever is listed here can be subscribed to; which rows arrive is decided by each reader's own policies.
alter publication supabase_realtime add table
  public.threads, public.replies, public.reactions, public.chat_messages, public.notifications,
  public.forum_categories, public.blog_posts, public.profiles;

-- A member's own topic, `member:` and their id: for what concerns one person on all of their devices.
create policy read_own_topic on realtime.messages
  for select to authenticated using ((select realtime.topic()) = 'member:' || (select auth.uid())::text);

create policy send_own_topic on realtime.messages
  for insert to authenticated
  with check ((select realtime.topic()) = 'member:' || (select auth.uid())::text and (select private.may_keep()));

-- The moderators' desk.
create policy read_desk on realtime.messages
  for select to authenticated using ((select realtime.topic()) = 'desk' and (select private.is_admin()));

create policy send_desk on realtime.messages
  for insert to authenticated with check ((select realtime.topic()) = 'desk' and (select private.is_admin()));
