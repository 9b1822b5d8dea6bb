-- Of the `security definer` functions (0004), guests can call only those that a page without a session needs. (splinter
-- 0028; 0029 is 0004)
select p.oid::regprocedure::text as found
from pg_proc p
where p.prosecdef and p.pronamespace::regnamespace::text in ('public', 'storage', 'realtime', 'auth')
  and has_function_privilege('anon', p.oid, 'execute')
  and p.oid::regprocedure::text not in (
    'increment_thread_views(uuid)',
    'subscribe_newsletter(text,text)',
    'confirm_newsletter(text)',
    'unsubscribe_newsletter(text)',
    'send_contact_message(text,text,text,text,text)',
    'site_counters()',
    'follower_count(profiles)',
    'is_staff(profiles)',
    'reaction_counts(chat_messages)',
    'was_thread_deleted(text)',
    'realtime.insert_probe_row(text,text)'
  )
