-- Wikis: the author of a post, or an administrator, lets established members edit its text. Every edit is in the post's
-- history under its editor's name, and the title, the tags, the poll and the answer stay the author's.

-- A member who has been here for some time: whose reports count, and who may edit wikis.
create function private.is_established(member uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where p.id = is_established.member and p.user_level <> 'Banned' and p.created_at <= now() - interval '3 days'
      and (p.reputation >= 5 or p.created_at < now() - interval '30 days')
  )
$$;

comment on function private.is_established(uuid) is
  'Whether a member joined three days ago and has five upvotes, or joined thirty days ago.';

-- As before, in terms of is_established.
create or replace function private.report_weight(reporter uuid) returns numeric
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_established(p.id) then 0
    -- Whose reports were mostly dismissed in three months.
    when (
      select count(*) filter (where r.state = 'dismissed') >= 3
        and count(*) filter (where r.state = 'dismissed') > count(*) filter (where r.state = 'resolved')
      from public.reports r
      where r.reporter_id = p.id and r.resolved_at > now() - interval '90 days'
    ) then 0
    when p.reputation >= 5 then 1
    else 0.5
  end
  from public.profiles p
  where p.id = report_weight.reporter
$$;

create table public.wiki_posts (
  id uuid not null default gen_random_uuid(),
  thread_id uuid,
  reply_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  edited_by uuid,
  told_at timestamptz not null default '-infinity',
  constraint wiki_posts_pkey primary key (id),
  constraint wiki_posts_thread_id_key unique (thread_id),
  constraint wiki_posts_reply_id_key unique (reply_id),
  constraint wiki_posts_thread_id_fkey foreign key (thread_id) references public.threads (id) on delete cascade,
  constraint wiki_posts_reply_id_fkey foreign key (reply_id) references public.replies (id) on delete cascade,
  constraint wiki_posts_edited_by_fkey foreign key (edited_by) references public.profiles (id) on delete set null,
  constraint wiki_posts_one_post check (num_nonnulls(thread_id, reply_id) = 1)
);

comment on table public.wiki_posts is 'The threads and replies whose text established members may edit.';
comment on column public.wiki_posts.thread_id is 'Whose text is a wiki; exactly one of this and reply_id is set.';
comment on column public.wiki_posts.edited_at is 'When the text was last edited since it became a wiki; null: not yet.';
comment on column public.wiki_posts.edited_by is 'Who did that.';
comment on column public.wiki_posts.told_at is 'When the author was last told of an edit.';

create index wiki_posts_edited_by_idx on public.wiki_posts (edited_by);

-- These run as their owner, because a policy of the posts calls them, and a policy of wiki_posts reads the posts.
create function private.is_open_wiki(thread_id uuid, reply_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.wiki_posts w
    left join public.replies r on r.id = w.reply_id
    join public.threads t on t.id = coalesce(w.thread_id, r.thread_id)
    where (w.thread_id = is_open_wiki.thread_id or w.reply_id = is_open_wiki.reply_id)
      and not t.is_locked and not t.is_hidden and not t.is_deleted and r.is_hidden is not true
  )
$$;

comment on function private.is_open_wiki(uuid, uuid) is
  'Whether a post is a wiki, and neither hidden nor in a locked, hidden or deleted thread.';

create function private.may_edit_wiki(thread_id uuid, reply_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_open_wiki(may_edit_wiki.thread_id, may_edit_wiki.reply_id)
    and private.may_write() and private.is_established((select auth.uid()))
$$;

comment on function private.may_edit_wiki(uuid, uuid) is
  'Whether the caller may edit the text of a post because it is a wiki.';

create function public.can_make_wiki(thread public.threads) returns boolean
language sql stable
return not thread.is_hidden and not thread.is_deleted and (
  thread.author_id = (select auth.uid()) and not thread.is_locked and (select private.may_write())
  or (select private.is_admin())
);

comment on function public.can_make_wiki(public.threads) is
  'Whether the caller may make its text a wiki, and end that: its author until it is locked, and admins.';

create function public.can_make_wiki(reply public.replies) returns boolean
language sql stable
return not reply.is_hidden and not reply.is_thread_hidden and (
  reply.author_id = (select auth.uid()) and (select private.may_write())
    and private.is_open_for_replies(reply.thread_id)
  or (select private.is_admin())
);

comment on function public.can_make_wiki(public.replies) is
  'Whether the caller may make it a wiki, and end that: its author until the thread is locked, and admins.';

create function public.can_edit_text(thread public.threads) returns boolean
language sql stable
return public.can_edit(thread) or private.may_edit_wiki(thread.id, null);

comment on function public.can_edit_text(public.threads) is
  'Whether the caller may change its content: who may edit it, and established members while it is a wiki.';

create or replace function public.can_edit(reply public.replies) returns boolean
language sql stable
return (
  reply.author_id = (select auth.uid()) and (select private.may_write()) and private.is_open_for_replies(reply.thread_id)
) or (select private.is_admin()) or private.may_edit_wiki(null, reply.id);

comment on function public.can_edit(public.replies) is
  'Whether the caller may change its text: its author, admins, and established members while it is a wiki.';

alter policy update_editable on public.threads
  using (public.can_edit_text(threads))
  with check (author_id = (select auth.uid()) or (select private.is_admin()) or private.may_edit_wiki(id, null));

alter policy update_editable on public.replies
  with check (author_id = (select auth.uid()) or (select private.is_admin()) or private.may_edit_wiki(null, id));

alter table public.wiki_posts enable row level security;

revoke all on public.wiki_posts from public, anon, authenticated, service_role;
grant select on public.wiki_posts to anon, authenticated;
-- `update` is not granted: triggers write who edited.
grant insert (thread_id, reply_id), delete on public.wiki_posts to authenticated;
grant select, insert, update, delete on public.wiki_posts to service_role;

create policy read_visible on public.wiki_posts
  for select to anon, authenticated
  using (
    (thread_id is null or exists (select from public.threads t where t.id = wiki_posts.thread_id))
    and (reply_id is null or exists (select from public.replies r where r.id = wiki_posts.reply_id))
  );

create policy insert_own_or_admin on public.wiki_posts
  for insert to authenticated
  with check (
    exists (select from public.threads t where t.id = wiki_posts.thread_id and public.can_make_wiki(t))
    or exists (select from public.replies r where r.id = wiki_posts.reply_id and public.can_make_wiki(r))
  );

create policy delete_own_or_admin on public.wiki_posts
  for delete to authenticated
  using (
    exists (select from public.threads t where t.id = wiki_posts.thread_id and public.can_make_wiki(t))
    or exists (select from public.replies r where r.id = wiki_posts.reply_id and public.can_make_wiki(r))
  );

create trigger zzz_limit_writes after insert on public.wiki_posts
  referencing new table as written
  for each statement execute function private.limit_writes('wiki', '30', '60', '0', '60');

create trigger zzz_limit_updates after update on public.wiki_posts
  referencing new table as written
  for each statement execute function private.limit_writes('wiki edit', '30', '600', '0', '600');

-- Runs as its owner: a log entry and a page's eviction are not the caller's to write. A row that goes with its post is
-- announced by the post.
create function private.follow_wiki() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  wiki public.wiki_posts := case when tg_op = 'DELETE' then old else new end;
  post record;
begin
  select t.id as thread_id, t.category_id, coalesce(r.author_id, t.author_id) as author_id,
    coalesce(private.plain_excerpt(r.content), t.title) as label
  into post
  from public.threads t
  left join public.replies r on r.id = wiki.reply_id
  where t.id = coalesce(wiki.thread_id, r.thread_id);
  if not found then
    return null;
  end if;
  perform private.publish_change(jsonb_build_object(
    'table', 'wiki_posts', 'op', 'UPDATE', 'id', wiki.id, 'thread_id', post.thread_id, 'category_id', post.category_id
  ));
  if private.is_admin() and post.author_id <> (select auth.uid()) then
    perform private.log_action(
      case tg_op when 'INSERT' then 'wiki' else 'unwiki' end,
      case when wiki.reply_id is null then 'threads' else 'replies' end, coalesce(wiki.thread_id, wiki.reply_id), post.label
    );
  end if;
  return null;
end
$$;

create trigger zz_follow_wiki
  after insert or delete on public.wiki_posts
  for each row execute function private.follow_wiki();

comment on column public.moderation_log.action is
  'insert, update, delete, edit, move, hide, show, lock, unlock, pin, unpin, stick, unstick, accept, unaccept, level, grant, revoke, resolve, dismiss, reopen, wiki or unwiki.';

create function private.delete_wiki() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.wiki_posts w where w.thread_id = new.id;
  return null;
end
$$;

create trigger delete_wiki
  after update of is_deleted on public.threads
  for each row when (new.is_deleted and not old.is_deleted)
  execute function private.delete_wiki();

-- Runs as its owner: an editor writes neither who edited nor another's notifications.
create function private.note_wiki_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  editor uuid := (select p.id from public.profiles p where p.id = (select auth.uid()));
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  thread uuid := case when reply is null then new.id else (to_jsonb(new) ->> 'thread_id')::uuid end;
  now_at constant timestamptz := clock_timestamp();
  is_told boolean;
begin
  if editor is null then
    return null;
  end if;
  update public.wiki_posts w
  set edited_at = now_at, edited_by = editor,
    told_at = case when editor <> new.author_id and w.told_at < now_at - interval '1 hour' then now_at else w.told_at end
  where case when reply is null then w.thread_id = thread else w.reply_id = reply end
  returning w.told_at = now_at into is_told;
  if is_told and exists (select from public.profiles p where p.id = new.author_id and not p.is_deleted) then
    perform private.create_notification(new.author_id, 'wiki_edited', editor, thread, reply);
  end if;
  return null;
end
$$;

create trigger note_wiki_edit
  after update of content on public.threads
  for each row when (old.content is distinct from new.content)
  execute function private.note_wiki_edit();

create trigger note_wiki_edit
  after update of content on public.replies
  for each row when (old.content is distinct from new.content)
  execute function private.note_wiki_edit();

-- As before, and who edits a wiki changes neither its title nor its tags.
create or replace function private.guard_thread() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is not null
    and (new.is_sticky, new.is_pinned, new.is_locked, new.is_hidden, new.category_id)
      is distinct from (old.is_sticky, old.is_pinned, old.is_locked, old.is_hidden, old.category_id)
    and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Unauthorized: Admin access required';
  end if;
  new.title := btrim(new.title);
  if (select auth.uid()) <> old.author_id and (new.title, new.tags) is distinct from (old.title, old.tags)
    and not private.is_admin() then
    raise sqlstate 'PT403' using message = 'Only the text of a wiki can be changed by other members.';
  end if;
  -- A flag is not an edit, and neither is what a client believes the time to be.
  new.updated_at := case
    when (new.title, new.content, new.tags) is distinct from (old.title, old.content, old.tags) then now()
    else old.updated_at
  end;
  return new;
end
$$;

-- As before, for an edit in the name of the editor, who is not always the author.
create or replace function private.tell_of_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The two tables share no column list: what only one of them has is asked for by name.
  post jsonb := to_jsonb(new);
  thread uuid := case when tg_table_name = 'threads' then new.id else (post ->> 'thread_id')::uuid end;
  reply uuid := case when tg_table_name = 'replies' then new.id end;
  -- Whose words they are: an edit is the editor's. An import has no editor.
  writer uuid := coalesce((select p.id from public.profiles p where p.id = (select auth.uid())), new.author_id);
  member uuid;
begin
  if new.is_hidden or strpos(new.content, '@') = 0 then
    return null;
  end if;
  for member in
    select n from private.record_new_mentions(new.content, writer, case when reply is null then thread end, reply) n
  loop
    perform private.create_notification(member, 'mention', writer, thread, reply);
  end loop;
  return null;
end
$$;

-- As before, and what a wiki says is by its last editor.
create or replace function private.record_report_target() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
begin
  if new.thread_id is not null then
    new.target_kind := 'thread';
    select t.title, private.plain_excerpt(t.content), coalesce(w.edited_by, t.author_id)
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.threads t left join public.wiki_posts w on w.thread_id = t.id where t.id = new.thread_id;
  elsif new.reply_id is not null then
    new.target_kind := 'reply';
    select t.title, private.plain_excerpt(r.content), coalesce(w.edited_by, r.author_id)
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.replies r
    join public.threads t on t.id = r.thread_id
    left join public.wiki_posts w on w.reply_id = r.id
    where r.id = new.reply_id;
  elsif new.message_id is not null then
    new.target_kind := 'message';
    select m.username, left(m.message, 300), m.user_id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.chat_messages m where m.id = new.message_id;
  else
    new.target_kind := 'profile';
    select p.username, left(p.bio, 300), p.id
    into new.target_label, new.target_excerpt, new.target_author_id
    from public.profiles p where p.id = new.profile_id;
  end if;
  new.target_id := coalesce(new.thread_id, new.reply_id, new.message_id, new.profile_id);

  -- Who reports everything in sight helps nobody. The service, an operator who switched the limits off, and admins
  -- are not bound.
  if member is not null and (select c.rate_limits from private.configuration c) and not private.is_admin() then
    perform pg_advisory_xact_lock(hashtextextended(member::text, 17));
    if (select count(*) from public.reports r
      where r.reporter_id = member and r.created_at > now() - interval '1 hour') >= 20 then
      raise sqlstate 'PT429' using
        message = 'You have reported a lot within an hour. Please wait before you report more.';
    end if;
  end if;
  return new;
end
$$;

comment on column public.reports.target_author_id is
  'Who wrote it, or edited the wiki last; the report goes with that account. Null for a guest''s and an anonymous message: the reporter reads this row.';

alter table public.notifications
  drop constraint notifications_kind_known,
  add constraint notifications_kind_known check (kind in (
    'reply_to_thread', 'reply_to_reply', 'reply_to_followed', 'reply_accepted', 'thread_by_followed',
    'thread_watched', 'mention', 'upvotes', 'post_hidden', 'post_shown',
    'post_locked', 'post_unlocked', 'post_removed', 'report_resolved', 'report_dismissed',
    'level_changed', 'export_ready', 'bookmark_reminder', 'chat_mention', 'wiki_edited'
  )) not valid;
alter table public.notifications validate constraint notifications_kind_known;

create or replace function private.notification_topics() returns text[]
language sql immutable parallel safe
return '{replies,follows,members,watched,mentions,upvotes,reminders,wikis}'::text[];

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
  when 'wiki_edited' then 'wikis'
end;

comment on column public.notification_settings.muted is
  'Topics that do not come: replies, follows, members, watched, mentions, upvotes, reminders, wikis.';

-- As before, and wikis.
create or replace function private.personal_data(member uuid, section text, skip integer) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  page constant integer := 500;
  address text := (select lower(u.email) from auth.users u where u.id = personal_data.member);
begin
  case section
  when 'account' then return query
    select jsonb_build_object(
      'id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
      'last_sign_in_at', u.last_sign_in_at, 'has_password', u.encrypted_password is not null,
      'metadata', u.raw_user_meta_data)
    from auth.users u where u.id = member and skip = 0;
  when 'ways_to_sign_in' then return query
    select jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at)
    from auth.identities i where i.user_id = member order by i.created_at, i.id offset skip limit page;
  when 'sessions' then return query
    select jsonb_build_object(
      'created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent)
    from auth.sessions s where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'second_steps' then return query
    select jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at)
    from auth.mfa_factors f where f.user_id = member order by f.created_at, f.id offset skip limit page;
  when 'profile' then return query
    select to_jsonb(p) from public.profiles p where p.id = member and skip = 0;
  when 'expert_profile' then return query
    select to_jsonb(e) from public.expert_profiles e where e.user_id = member and skip = 0;
  when 'roles' then return query
    select to_jsonb(r) from public.user_roles r where r.user_id = member order by r.role offset skip limit page;
  when 'discussions' then return query
    select to_jsonb(t) from public.threads t
    where t.author_id = member order by t.created_at, t.id offset skip limit page;
  when 'replies' then return query
    select to_jsonb(r) || jsonb_build_object('discussion', t.title)
    from public.replies r join public.threads t on t.id = r.thread_id
    where r.author_id = member order by r.created_at, r.id offset skip limit page;
  when 'earlier_versions' then return query
    select to_jsonb(v) from public.post_revisions v
    where v.thread_id in (select t.id from public.threads t where t.author_id = member)
      or v.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by v.created_at, v.id offset skip limit page;
  when 'wikis' then return query
    select to_jsonb(w) - 'told_at' from public.wiki_posts w
    where w.thread_id in (select t.id from public.threads t where t.author_id = member)
      or w.reply_id in (select r.id from public.replies r where r.author_id = member)
    order by w.created_at, w.id offset skip limit page;
  when 'wiki_edits' then return query
    -- What a version became is what the next one began as, or what the post says now.
    select jsonb_build_object(
      'discussion', t.title, 'thread_id', v.thread_id, 'reply_id', v.reply_id, 'edited_at', v.created_at,
      'content', case when following.id is null then coalesce(r.content, t.content)
        when not following.is_hidden then following.content end)
    from public.post_revisions v
    left join public.replies r on r.id = v.reply_id
    join public.threads t on t.id = coalesce(v.thread_id, r.thread_id)
    left join lateral (
      select n.id, n.content, n.is_hidden from public.post_revisions n
      where (n.thread_id = v.thread_id or n.reply_id = v.reply_id) and n.created_at > v.created_at
      order by n.created_at limit 1
    ) following on true
    where v.editor_id = member and coalesce(r.author_id, t.author_id) <> member
    order by v.created_at, v.id offset skip limit page;
  when 'articles' then return query
    select to_jsonb(b) from public.blog_posts b
    where b.author_id = member order by b.created_at, b.id offset skip limit page;
  when 'upvotes' then return query
    select to_jsonb(x) from public.reactions x
    where x.user_id = member order by x.created_at, x.id offset skip limit page;
  when 'polls' then return query
    select to_jsonb(p) - 'announced_at' from public.polls p join public.threads t on t.id = p.thread_id
    where t.author_id = member order by p.created_at, p.thread_id offset skip limit page;
  when 'poll_votes' then return query
    select to_jsonb(v) || jsonb_build_object('question', p.question, 'option', p.options[v.choice])
    from public.poll_votes v join public.polls p on p.thread_id = v.thread_id
    where v.user_id = member order by v.created_at, v.thread_id offset skip limit page;
  when 'bookmarks' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.bookmarks b join public.threads t on t.id = b.thread_id
    where b.user_id = member order by b.created_at, b.thread_id offset skip limit page;
  when 'bookmarked_replies' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', t.title)
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = member order by b.created_at, b.reply_id offset skip limit page;
  when 'followed_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'read_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', t.title)
    from public.thread_reads s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'followed_members' then return query
    select to_jsonb(f) || jsonb_build_object('username', p.username)
    from public.follows f join public.profiles p on p.id = f.followed_id
    where f.follower_id = member order by f.created_at, f.followed_id offset skip limit page;
  when 'watches' then return query
    select to_jsonb(w) || jsonb_build_object('category', c.name)
    from public.watches w left join public.forum_categories c on c.id = w.category_id
    where w.user_id = member order by w.created_at, w.id offset skip limit page;
  when 'first_steps' then return query
    select to_jsonb(f) from public.first_runs f where f.user_id = member and skip = 0;
  when 'mutes' then return query
    select to_jsonb(m) || jsonb_build_object('category', c.name, 'username', p.username)
    from public.mutes m
    left join public.forum_categories c on c.id = m.category_id
    left join public.profiles p on p.id = m.member_id
    where m.user_id = member order by m.created_at, m.id offset skip limit page;
  when 'notifications' then return query
    select to_jsonb(n) from public.notifications n
    where n.user_id = member order by n.created_at, n.id offset skip limit page;
  when 'notification_settings' then return query
    select to_jsonb(s) from public.notification_settings s where s.user_id = member and skip = 0;
  when 'mail_refusals' then return query
    select to_jsonb(r) from public.mail_refusals r where r.user_id = member and skip = 0;
  when 'chat_messages' then return query
    select to_jsonb(m) from public.chat_messages m
    where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
    order by m.created_at, m.id offset skip limit page;
  when 'reports' then return query
    select to_jsonb(r) - 'resolved_by' - 'target_author_id' from public.reports r
    where r.reporter_id = member order by r.created_at, r.id offset skip limit page;
  when 'newsletter' then return query
    select to_jsonb(s) from public.newsletter_subscribers s
    where lower(s.email) = address order by s.created_at, s.id offset skip limit page;
  when 'contact_messages' then return query
    select to_jsonb(m) - 'answered_by' from public.contact_messages m
    where m.user_id = member or lower(m.email) = address
    order by m.created_at, m.id offset skip limit page;
  when 'files' then return query
    select jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata)
    from storage.objects o where o.owner_id = member::text order by o.created_at, o.id offset skip limit page;
  when 'exports' then return query
    select to_jsonb(e) from public.data_exports e
    where e.user_id = member order by e.requested_at, e.id offset skip limit page;
  end case;
end
$$;

revoke all on function public.can_make_wiki(public.threads) from public, anon, authenticated, service_role;
revoke all on function public.can_make_wiki(public.replies) from public, anon, authenticated, service_role;
revoke all on function public.can_edit_text(public.threads) from public, anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function public.can_make_wiki(public.threads) to anon, authenticated, service_role;
grant execute on function public.can_make_wiki(public.replies) to anon, authenticated, service_role;
grant execute on function public.can_edit_text(public.threads) to anon, authenticated, service_role;
grant execute on function private.may_edit_wiki(uuid, uuid) to anon, authenticated, service_role;
