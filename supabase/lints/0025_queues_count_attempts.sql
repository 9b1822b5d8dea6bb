-- A function that takes rows of a queue does their work by private.attempt: a row that fails is tried again after a pause,
-- is seen in the metrics, and holds up none of the others. The listed ones count attempts themselves, or have none that could
-- fail alone.
select p.oid::regprocedure::text as found
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
  and p.prosrc ~* '\mskip\s+locked'
  and p.prosrc !~* '\mprivate\.attempt\('
  and p.oid::regprocedure::text not in (
    -- Count attempts in their rows: three a quarter of an hour apart, and six with a pause that doubles.
    'private.take_data_export()',
    'private.take_pushes(integer)',
    -- Queue e-mails, each a task of its own with fourteen attempts; they write nothing but that they did.
    'private.take_contact_answers(integer)',
    'private.take_contact_messages(integer)',
    'private.take_digests(integer)',
    'private.take_moderation_mails(integer)',
    'private.take_newsletter_readers(integer)',
    'private.take_notification_mails(integer)',
    'private.take_ready_exports(integer)',
    'private.take_subscriptions(integer)',
    -- Add up or delete many rows in one statement.
    'private.delete_old_newsletter_addresses()',
    'private.delete_unused_pictures()',
    'private.flush_thread_views()',
    'private.fold_thread_days()',
    'private.fold_view_counts()',
    'private.guard_chat()',
    'private.touch_last_active()'
  )
