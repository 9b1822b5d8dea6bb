-- A mention in the live chat rings the bell of the mentioned member.

alter table public.notifications
  drop constraint notifications_kind_known,
  add constraint notifications_kind_known check (kind in (
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'reply_accepted', 'thread_by_followed', 'thread_watched',
    'mention', 'upvotes', 'post_hidden', 'post_shown', 'post_locked', 'post_unlocked', 'post_removed',
    'report_resolved', 'report_dismissed', 'level_changed', 'export_ready', 'bookmark_reminder', 'chat_mention'
  ));

comment on column public.notifications.detail is
  'post_removed: the thread''s title; level_changed: the new level; a report: what the admin wrote to it; bookmark_reminder: the bookmark''s note; chat_mention: the room''s slug, null for the common one.';

create index notifications_chat_mentions_idx on public.notifications (user_id, created_at)
  where kind = 'chat_mention';

create or replace function private.notification_topic(kind text) returns text
language sql immutable parallel safe
return case kind
  when 'reply_to_thread' then 'replies'
  when 'reply_to_reply' then 'replies'
  when 'reply_accepted' then 'replies'
  when 'reply_to_followed' then 'follows'
  when 'thread_by_followed' then 'members'
  when 'thread_watched' then 'watched'
  when 'mention' then 'mentions'
  when 'chat_mention' then 'mentions'
  when 'upvotes' then 'upvotes'
  when 'bookmark_reminder' then 'reminders'
end;

-- Runs as its owner: no other role may write notifications.
create function private.notify_chat_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named uuid;
begin
  for named in
    select n.member
    from private.extract_mentions(replace(replace(new.message, '&', '&amp;'), '<', '&lt;')) n
    where n.member <> new.user_id
      -- One ring a minute by one member, and five in all: the bell still says that there is something.
      and (
        select count(*) < 5 and count(*) filter (where x.actor_id = new.user_id) = 0
        from public.notifications x
        where x.user_id = n.member and x.kind = 'chat_mention' and x.created_at > now() - interval '1 minute'
      )
    order by n.place
    limit 5
  loop
    perform private.create_notification(
      named, 'chat_mention', new.user_id, null, null, null,
      (select c.slug from public.forum_categories c where c.id = new.category_id)
    );
  end loop;
  return null;
end
$$;

-- Guests, and members who write anonymously, ring nobody's bell: nobody could answer for it.
create trigger notify_chat_mentions after insert on public.chat_messages
  for each row when (new.user_id is not null and strpos(new.message, '@') > 0)
  execute function private.notify_chat_mentions();

revoke execute on all functions in schema private from public;
