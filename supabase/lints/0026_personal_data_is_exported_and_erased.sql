-- Whatever the site keeps about a member is in the member's data export, and goes when the account is closed. A function
-- private.export_member_<kind> or private.erase_member_<table> reads the column that says whose a row is. What is not, is in
-- this list, with the reason.
with members as (
  select a.attrelid, a.attnum, format('%s.%s', a.attrelid::regclass, a.attname) as name
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'private', 'auth')
    and a.attnum > 0 and not a.attisdropped
    and (
      exists (
        select from pg_constraint k
        where k.contype = 'f' and k.conrelid = a.attrelid and a.attnum = any (k.conkey)
          and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
      )
      -- Without a foreign key, by its name.
      or a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
        and a.attname ~ '(^|_)(user|account|author|member|admin|editor|actor|owner|reporter|follower|followed|told|by)(_id)?$'
    )
), excepted (verb, name) as (
  values
    -- Work that is done within minutes.
    ('export', 'private.account_erasures.user_id'), ('erase', 'private.account_erasures.user_id'),
    ('export', 'private.reply_outbox.author_id'), ('erase', 'private.reply_outbox.author_id'),
    ('export', 'private.reply_outbox.told'), ('erase', 'private.reply_outbox.told'),
    ('export', 'private.reply_outbox.after_follower'), ('erase', 'private.reply_outbox.after_follower'),
    ('export', 'private.thread_outbox.after_member'), ('erase', 'private.thread_outbox.after_member'),
    -- They go with the notification, and with the settings, which are exported.
    ('export', 'private.notification_mails.user_id'), ('erase', 'private.notification_mails.user_id'),
    ('export', 'private.digests.user_id'), ('erase', 'private.digests.user_id'),
    -- Secrets of the API, answers that it keeps for a day, and changes that can be undone for three days.
    ('export', 'auth.one_time_tokens.user_id'), ('export', 'auth.refresh_tokens.user_id'),
    ('export', 'auth.flow_state.user_id'), ('export', 'auth.flow_state.linking_target_id'),
    ('export', 'auth.idempotent_answers.user_id'), ('export', 'auth.sign_ups.user_id'),
    ('export', 'auth.credential_changes.user_id'),
    -- Not about the member: whom a post of another names, and whose act a notification of another tells of.
    ('export', 'private.mentions.user_id'),
    ('export', 'notifications.actor_id'), ('erase', 'notifications.actor_id'),
    -- Records of administration and moderation: reports about the member, and what the member did as an administrator.
    ('export', 'private.admin_claims.used_by'), ('erase', 'private.admin_claims.used_by'),
    ('export', 'moderation_log.actor_id'), ('erase', 'moderation_log.actor_id'),
    ('export', 'private.report_decisions.admin_id'), ('erase', 'private.report_decisions.admin_id'),
    ('export', 'reports.profile_id'), ('erase', 'reports.profile_id'),
    ('export', 'reports.target_author_id'), ('erase', 'reports.target_author_id'),
    ('export', 'private.sanction_records.decided_by'), ('erase', 'private.sanction_records.decided_by'),
    ('export', 'private.sanction_records.lifted_by'), ('erase', 'private.sanction_records.lifted_by'),
    ('export', 'private.appeal_decisions.decided_by'), ('erase', 'private.appeal_decisions.decided_by'),
    ('export', 'member_notes.member_id'), ('export', 'member_notes.author_id'), ('erase', 'member_notes.author_id'),
    ('export', 'contact_messages.answered_by'), ('erase', 'contact_messages.answered_by'),
    -- Counted against the posting limits; without a word of the post.
    ('export', 'private.deleted_posts.author_id'), ('erase', 'private.deleted_posts.author_id'),
    -- Evidence, which the law asks for 180 days (0515_sealed_posts); the export says that it is kept.
    ('erase', 'private.sealed_posts.author_id'),
    -- What a closed account was registered with: kept for 180 days, which the law asks.
    ('export', 'private.closed_accounts.user_id'), ('erase', 'private.closed_accounts.user_id'),
    -- The ids of posts and profiles that show a picture.
    ('export', 'private.shown_pictures.shown_by'), ('erase', 'private.shown_pictures.shown_by'),
    -- The edit is in wiki_edits, by post_revisions.editor_id.
    ('export', 'wiki_posts.edited_by'),
    -- Gone at once, with the account: private.make_tombstone and triggers of public.profiles.
    ('erase', 'user_roles.user_id'), ('erase', 'expert_profiles.user_id'), ('erase', 'push_subscriptions.user_id'),
    ('erase', 'mail_refusals.user_id'), ('erase', 'data_exports.user_id'),
    -- Posts, their history and votes stay under the nameless profile; private.erase_posts deletes posts on request.
    ('erase', 'threads.author_id'), ('erase', 'replies.author_id'), ('erase', 'reactions.user_id'),
    ('erase', 'post_revisions.editor_id'), ('erase', 'wiki_posts.edited_by'), ('erase', 'blog_posts.author_id'),
    -- Kept for a time of their own (docs/retention.md).
    ('erase', 'reports.reporter_id'), ('erase', 'contact_messages.user_id'),
    ('erase', 'sanctions.member_id'), ('erase', 'appeals.member_id'), ('erase', 'member_notes.member_id')
), missing as (
  select v.verb, m.name
  from members m
  cross join (values ('export'), ('erase')) v (verb)
  -- The API erases what it keeps about an account.
  where (v.verb = 'export' or m.name not like 'auth.%') and not exists (
    select
    from pg_depend d
    join pg_proc p on p.oid = d.objid
    where d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_class'::regclass
      and d.refobjid = m.attrelid and d.refobjsubid = m.attnum
      and p.pronamespace = 'private'::regnamespace and starts_with(p.proname, v.verb || '_member_')
  )
)
select format('%s: no private.%s_member_…', m.name, m.verb) as found
from missing m where (m.verb, m.name) not in (select e.verb, e.name from excepted e)
union all
select format('%s: needs no exception (%s)', e.name, e.verb)
from excepted e where (e.verb, e.name) not in (select m.verb, m.name from missing m)
