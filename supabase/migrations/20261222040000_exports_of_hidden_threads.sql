-- A data export names a discussion only while its reader may see it: what was hidden, perhaps with a title changed since,
-- is nothing about the member.

create function private.title_for(member uuid, thread public.threads) returns text
language sql stable set search_path = ''
as $$
  select case when not (thread).is_hidden
    or ((thread).title <> '' and ((thread).author_id = member or private.is_admin(member)))
    then (thread).title end
$$;

comment on function private.title_for(uuid, public.threads) is 'The title of a thread that the member may see; null of any other. The rule of the policy read_visible_or_own, for functions that run as their owner.';

CREATE OR REPLACE FUNCTION private.personal_data(member uuid, section text, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    select to_jsonb(r) || jsonb_build_object('discussion', private.title_for(member, t))
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
      'discussion', private.title_for(member, t), 'thread_id', v.thread_id, 'reply_id', v.reply_id, 'edited_at', v.created_at,
      'content', case when private.title_for(member, t) is null or r.is_hidden then null
        when following.id is null then coalesce(r.content, t.content)
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
    select to_jsonb(v) || case when private.title_for(member, t) is null then '{}'
      else jsonb_build_object('question', p.question, 'option', p.options[v.choice]) end
    from public.poll_votes v
    join public.polls p on p.thread_id = v.thread_id
    join public.threads t on t.id = v.thread_id
    where v.user_id = member order by v.created_at, v.thread_id offset skip limit page;
  when 'bookmarks' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.bookmarks b join public.threads t on t.id = b.thread_id
    where b.user_id = member order by b.created_at, b.thread_id offset skip limit page;
  when 'bookmarked_replies' then return query
    select to_jsonb(b) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.reply_bookmarks b
    join public.replies r on r.id = b.reply_id
    join public.threads t on t.id = r.thread_id
    where b.user_id = member order by b.created_at, b.reply_id offset skip limit page;
  when 'followed_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', private.title_for(member, t))
    from public.thread_subscriptions s join public.threads t on t.id = s.thread_id
    where s.user_id = member order by s.thread_id offset skip limit page;
  when 'read_discussions' then return query
    select to_jsonb(s) || jsonb_build_object('discussion', private.title_for(member, t))
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
  when 'push_subscriptions' then return query
    select to_jsonb(s) - 'p256dh' - 'auth' - 'session_id' from public.push_subscriptions s
    where s.user_id = member order by s.created_at, s.id offset skip limit page;
  when 'chat_messages' then return query
    select to_jsonb(m) from public.chat_messages m
    where m.user_id = member or m.id in (select a.message_id from private.chat_authors a where a.user_id = member)
    order by m.created_at, m.id offset skip limit page;
  when 'reports' then return query
    select to_jsonb(r) - 'target_author_id' from public.reports r
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
$function$;

comment on function private.personal_data(uuid, text, integer) is 'Five hundred rows of one kind that the site keeps about a member, from the row `skip` on, without the titles and texts of discussions that the member may not see. For exports.';

revoke execute on all functions in schema private from public;
