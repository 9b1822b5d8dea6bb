set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.erase_belongings(member uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.erase_member_avatars(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM storage.objects o
   WHERE (o.id IN ( SELECT x.id
            FROM storage.objects x
           WHERE ((x.bucket_id = 'avatars'::text) AND ((x.name COLLATE "C") >= ((erase_member_avatars.member)::text || '/'::text)) AND ((x.name COLLATE "C") < ((erase_member_avatars.member)::text || '0'::text)))
          LIMIT 100))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_bookmarks(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.bookmarks b
   WHERE ((b.user_id = erase_member_bookmarks.member) AND (b.thread_id IN ( SELECT x.thread_id
            FROM public.bookmarks x
           WHERE (x.user_id = erase_member_bookmarks.member)
          LIMIT 500)))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_chat_messages(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.chat_messages m
   WHERE (m.id IN ( SELECT c.id
            FROM public.chat_messages c
           WHERE (c.user_id = erase_member_chat_messages.member)
         UNION ALL
          SELECT a.message_id
            FROM private.chat_authors a
           WHERE (a.user_id = erase_member_chat_messages.member)
  LIMIT 100))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_first_runs(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.first_runs f
   WHERE (f.user_id = erase_member_first_runs.member)
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_follows(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.follows f
   WHERE ((f.follower_id, f.followed_id) IN ( SELECT x.follower_id,
             x.followed_id
            FROM public.follows x
           WHERE (x.follower_id = erase_member_follows.member)
         UNION ALL
          SELECT x.follower_id,
             x.followed_id
            FROM public.follows x
           WHERE (x.followed_id = erase_member_follows.member)
  LIMIT 100))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_mentions(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM private.mentions m
   WHERE (m.ctid = ANY (ARRAY( SELECT x.ctid
            FROM private.mentions x
           WHERE (x.user_id = erase_member_mentions.member)
          LIMIT 500)))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_mutes(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.mutes m
   WHERE ((m.user_id = erase_member_mutes.member) OR (m.member_id = erase_member_mutes.member))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_notification_settings(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.notification_settings s
   WHERE (s.user_id = erase_member_notification_settings.member)
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_notifications(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.notifications n
   WHERE (n.id IN ( SELECT x.id
            FROM public.notifications x
           WHERE (x.user_id = erase_member_notifications.member)
          LIMIT 200))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_poll_votes(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.poll_votes v
   WHERE ((v.user_id = erase_member_poll_votes.member) AND (v.thread_id IN ( SELECT x.thread_id
            FROM public.poll_votes x
           WHERE (x.user_id = erase_member_poll_votes.member)
          LIMIT 500)))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_reply_bookmarks(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.reply_bookmarks b
   WHERE ((b.user_id = erase_member_reply_bookmarks.member) AND (b.reply_id IN ( SELECT x.reply_id
            FROM public.reply_bookmarks x
           WHERE (x.user_id = erase_member_reply_bookmarks.member)
          LIMIT 500)))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_thread_reads(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.thread_reads s
   WHERE ((s.user_id = erase_member_thread_reads.member) AND (s.thread_id IN ( SELECT x.thread_id
            FROM public.thread_reads x
           WHERE (x.user_id = erase_member_thread_reads.member)
          LIMIT 500)))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_thread_subscriptions(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.thread_subscriptions s
   WHERE ((s.user_id = erase_member_thread_subscriptions.member) AND (s.thread_id IN ( SELECT x.thread_id
            FROM public.thread_subscriptions x
           WHERE (x.user_id = erase_member_thread_subscriptions.member)
          LIMIT 500)))
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.erase_member_watches(member uuid)
 RETURNS SETOF integer
 LANGUAGE sql
BEGIN ATOMIC
 DELETE FROM public.watches w
   WHERE (w.user_id = erase_member_watches.member)
   RETURNING 1;
END;

CREATE OR REPLACE FUNCTION private.export_member_account(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT jsonb_build_object('id', u.id, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at, 'has_password', (u.encrypted_password IS NOT NULL), 'metadata', u.raw_user_meta_data) AS jsonb_build_object
    FROM auth.users u
   WHERE ((u.id = export_member_account.member) AND (export_member_account.skip = 0));
END;

CREATE OR REPLACE FUNCTION private.export_member_articles(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(b.*) AS to_jsonb
    FROM public.blog_posts b
   WHERE (b.author_id = export_member_articles.member)
   ORDER BY b.created_at, b.id
  OFFSET export_member_articles.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_bookmarked_replies(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(b.*) || jsonb_build_object('discussion', private.title_for(export_member_bookmarked_replies.member, t.*)))
    FROM ((public.reply_bookmarks b
      JOIN public.replies r ON ((r.id = b.reply_id)))
      JOIN public.threads t ON ((t.id = r.thread_id)))
   WHERE (b.user_id = export_member_bookmarked_replies.member)
   ORDER BY b.created_at, b.reply_id
  OFFSET export_member_bookmarked_replies.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_bookmarks(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(b.*) || jsonb_build_object('discussion', private.title_for(export_member_bookmarks.member, t.*)))
    FROM (public.bookmarks b
      JOIN public.threads t ON ((t.id = b.thread_id)))
   WHERE (b.user_id = export_member_bookmarks.member)
   ORDER BY b.created_at, b.thread_id
  OFFSET export_member_bookmarks.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_chat_messages(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(m.*) AS to_jsonb
    FROM public.chat_messages m
   WHERE ((m.user_id = export_member_chat_messages.member) OR (m.id IN ( SELECT a.message_id
            FROM private.chat_authors a
           WHERE (a.user_id = export_member_chat_messages.member))))
   ORDER BY m.created_at, m.id
  OFFSET export_member_chat_messages.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_contact_messages(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(m.*) - 'answered_by'::text)
    FROM public.contact_messages m
   WHERE ((m.user_id = export_member_contact_messages.member) OR (lower(m.email) = ( SELECT lower((u.email)::text) AS lower
            FROM auth.users u
           WHERE (u.id = export_member_contact_messages.member))))
   ORDER BY m.created_at, m.id
  OFFSET export_member_contact_messages.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_discussions(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(t.*) AS to_jsonb
    FROM public.threads t
   WHERE (t.author_id = export_member_discussions.member)
   ORDER BY t.created_at, t.id
  OFFSET export_member_discussions.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_earlier_versions(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(v.*) AS to_jsonb
    FROM public.post_revisions v
   WHERE ((v.thread_id IN ( SELECT t.id
            FROM public.threads t
           WHERE (t.author_id = export_member_earlier_versions.member))) OR (v.reply_id IN ( SELECT r.id
            FROM public.replies r
           WHERE (r.author_id = export_member_earlier_versions.member))))
   ORDER BY v.created_at, v.id
  OFFSET export_member_earlier_versions.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_expert_profile(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(e.*) AS to_jsonb
    FROM public.expert_profiles e
   WHERE ((e.user_id = export_member_expert_profile.member) AND (export_member_expert_profile.skip = 0));
END;

CREATE OR REPLACE FUNCTION private.export_member_exports(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(e.*) AS to_jsonb
    FROM public.data_exports e
   WHERE (e.user_id = export_member_exports.member)
   ORDER BY e.requested_at, e.id
  OFFSET export_member_exports.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_files(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at, 'details', o.metadata) AS jsonb_build_object
    FROM storage.objects o
   WHERE (o.owner_id = (export_member_files.member)::text)
   ORDER BY o.created_at, o.id
  OFFSET export_member_files.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_first_steps(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(f.*) AS to_jsonb
    FROM public.first_runs f
   WHERE ((f.user_id = export_member_first_steps.member) AND (export_member_first_steps.skip = 0));
END;

CREATE OR REPLACE FUNCTION private.export_member_followed_discussions(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(s.*) || jsonb_build_object('discussion', private.title_for(export_member_followed_discussions.member, t.*)))
    FROM (public.thread_subscriptions s
      JOIN public.threads t ON ((t.id = s.thread_id)))
   WHERE (s.user_id = export_member_followed_discussions.member)
   ORDER BY s.thread_id
  OFFSET export_member_followed_discussions.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_followed_members(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(f.*) || jsonb_build_object('username', p.username))
    FROM (public.follows f
      JOIN public.profiles p ON ((p.id = f.followed_id)))
   WHERE (f.follower_id = export_member_followed_members.member)
   ORDER BY f.created_at, f.followed_id
  OFFSET export_member_followed_members.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_mail_refusals(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(r.*) AS to_jsonb
    FROM public.mail_refusals r
   WHERE ((r.user_id = export_member_mail_refusals.member) AND (export_member_mail_refusals.skip = 0));
END;

CREATE OR REPLACE FUNCTION private.export_member_mutes(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(m.*) || jsonb_build_object('category', c.name, 'username', p.username))
    FROM ((public.mutes m
      LEFT JOIN public.forum_categories c ON ((c.id = m.category_id)))
      LEFT JOIN public.profiles p ON ((p.id = m.member_id)))
   WHERE (m.user_id = export_member_mutes.member)
   ORDER BY m.created_at, m.id
  OFFSET export_member_mutes.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_newsletter(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(s.*) AS to_jsonb
    FROM public.newsletter_subscribers s
   WHERE (lower(s.email) = ( SELECT lower((u.email)::text) AS lower
            FROM auth.users u
           WHERE (u.id = export_member_newsletter.member)))
   ORDER BY s.created_at, s.id
  OFFSET export_member_newsletter.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_notification_settings(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(s.*) AS to_jsonb
    FROM public.notification_settings s
   WHERE ((s.user_id = export_member_notification_settings.member) AND (export_member_notification_settings.skip = 0));
END;

CREATE OR REPLACE FUNCTION private.export_member_notifications(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(n.*) AS to_jsonb
    FROM public.notifications n
   WHERE (n.user_id = export_member_notifications.member)
   ORDER BY n.created_at, n.id
  OFFSET export_member_notifications.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_poll_votes(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(v.*) ||
         CASE
             WHEN (private.title_for(export_member_poll_votes.member, t.*) IS NULL) THEN '{}'::jsonb
             ELSE jsonb_build_object('question', p.question, 'option', p.options[v.choice])
         END)
    FROM ((public.poll_votes v
      JOIN public.polls p ON ((p.thread_id = v.thread_id)))
      JOIN public.threads t ON ((t.id = v.thread_id)))
   WHERE (v.user_id = export_member_poll_votes.member)
   ORDER BY v.created_at, v.thread_id
  OFFSET export_member_poll_votes.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_polls(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(p.*) - 'announced_at'::text)
    FROM (public.polls p
      JOIN public.threads t ON ((t.id = p.thread_id)))
   WHERE (t.author_id = export_member_polls.member)
   ORDER BY p.created_at, p.thread_id
  OFFSET export_member_polls.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_profile(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(p.*) AS to_jsonb
    FROM public.profiles p
   WHERE ((p.id = export_member_profile.member) AND (export_member_profile.skip = 0));
END;

CREATE OR REPLACE FUNCTION private.export_member_push_subscriptions(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (((to_jsonb(s.*) - 'p256dh'::text) - 'auth'::text) - 'session_id'::text)
    FROM public.push_subscriptions s
   WHERE (s.user_id = export_member_push_subscriptions.member)
   ORDER BY s.created_at, s.id
  OFFSET export_member_push_subscriptions.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_read_discussions(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(s.*) || jsonb_build_object('discussion', private.title_for(export_member_read_discussions.member, t.*)))
    FROM (public.thread_reads s
      JOIN public.threads t ON ((t.id = s.thread_id)))
   WHERE (s.user_id = export_member_read_discussions.member)
   ORDER BY s.thread_id
  OFFSET export_member_read_discussions.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_replies(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(r.*) || jsonb_build_object('discussion', private.title_for(export_member_replies.member, t.*)))
    FROM (public.replies r
      JOIN public.threads t ON ((t.id = r.thread_id)))
   WHERE (r.author_id = export_member_replies.member)
   ORDER BY r.created_at, r.id
  OFFSET export_member_replies.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_reports(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(r.*) - 'target_author_id'::text)
    FROM public.reports r
   WHERE (r.reporter_id = export_member_reports.member)
   ORDER BY r.created_at, r.id
  OFFSET export_member_reports.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_roles(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(r.*) AS to_jsonb
    FROM public.user_roles r
   WHERE (r.user_id = export_member_roles.member)
   ORDER BY r.role
  OFFSET export_member_roles.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_second_steps(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT jsonb_build_object('name', f.friendly_name, 'type', f.factor_type, 'created_at', f.created_at) AS jsonb_build_object
    FROM auth.mfa_factors f
   WHERE (f.user_id = export_member_second_steps.member)
   ORDER BY f.created_at, f.id
  OFFSET export_member_second_steps.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_sessions(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT jsonb_build_object('created_at', s.created_at, 'last_used_at', s.refreshed_at, 'address', s.ip, 'browser', s.user_agent) AS jsonb_build_object
    FROM auth.sessions s
   WHERE (s.user_id = export_member_sessions.member)
   ORDER BY s.created_at, s.id
  OFFSET export_member_sessions.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_upvotes(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT to_jsonb(x.*) AS to_jsonb
    FROM public.reactions x
   WHERE (x.user_id = export_member_upvotes.member)
   ORDER BY x.created_at, x.id
  OFFSET export_member_upvotes.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_watches(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(w.*) || jsonb_build_object('category', c.name))
    FROM (public.watches w
      LEFT JOIN public.forum_categories c ON ((c.id = w.category_id)))
   WHERE (w.user_id = export_member_watches.member)
   ORDER BY w.created_at, w.id
  OFFSET export_member_watches.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_ways_to_sign_in(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at) AS jsonb_build_object
    FROM auth.identities i
   WHERE (i.user_id = export_member_ways_to_sign_in.member)
   ORDER BY i.created_at, i.id
  OFFSET export_member_ways_to_sign_in.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_wiki_edits(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT jsonb_build_object('discussion', private.title_for(export_member_wiki_edits.member, t.*), 'thread_id', v.thread_id, 'reply_id', v.reply_id, 'edited_at', v.created_at, 'content',
         CASE
             WHEN ((private.title_for(export_member_wiki_edits.member, t.*) IS NULL) OR r.is_hidden) THEN NULL::text
             WHEN (following.id IS NULL) THEN COALESCE(r.content, t.content)
             WHEN (NOT following.is_hidden) THEN following.content
             ELSE NULL::text
         END) AS jsonb_build_object
    FROM (((public.post_revisions v
      LEFT JOIN public.replies r ON ((r.id = v.reply_id)))
      JOIN public.threads t ON ((t.id = COALESCE(v.thread_id, r.thread_id))))
      LEFT JOIN LATERAL ( SELECT n.id,
             n.content,
             n.is_hidden
            FROM public.post_revisions n
           WHERE (((n.thread_id = v.thread_id) OR (n.reply_id = v.reply_id)) AND (n.created_at > v.created_at))
           ORDER BY n.created_at
          LIMIT 1) following ON (true))
   WHERE ((v.editor_id = export_member_wiki_edits.member) AND (COALESCE(r.author_id, t.author_id) <> export_member_wiki_edits.member))
   ORDER BY v.created_at, v.id
  OFFSET export_member_wiki_edits.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.export_member_wikis(member uuid, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (to_jsonb(w.*) - 'told_at'::text)
    FROM public.wiki_posts w
   WHERE ((w.thread_id IN ( SELECT t.id
            FROM public.threads t
           WHERE (t.author_id = export_member_wikis.member))) OR (w.reply_id IN ( SELECT r.id
            FROM public.replies r
           WHERE (r.author_id = export_member_wikis.member))))
   ORDER BY w.created_at, w.id
  OFFSET export_member_wikis.skip
  LIMIT 500;
END;

CREATE OR REPLACE FUNCTION private.personal_data(member uuid, section text, skip integer)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query execute format('select * from private.%I($1, $2)', 'export_member_' || section) using member, skip;
end
$function$;

REVOKE ALL ON FUNCTION "private"."erase_member_avatars"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_bookmarks"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_chat_messages"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_first_runs"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_follows"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_mentions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_mutes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_notification_settings"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_notifications"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_poll_votes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_reply_bookmarks"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_thread_reads"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_thread_subscriptions"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_member_watches"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_account"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_articles"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_bookmarked_replies"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_bookmarks"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_chat_messages"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_contact_messages"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_discussions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_earlier_versions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_expert_profile"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_exports"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_files"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_first_steps"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_followed_discussions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_followed_members"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_mail_refusals"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_mutes"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_newsletter"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_notification_settings"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_notifications"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_poll_votes"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_polls"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_profile"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_push_subscriptions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_read_discussions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_replies"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_reports"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_roles"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_second_steps"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_sessions"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_upvotes"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_watches"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_ways_to_sign_in"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_wiki_edits"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."export_member_wikis"(uuid, integer) FROM PUBLIC;
