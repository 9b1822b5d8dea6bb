-- A function that runs as its owner sees past every policy. The file of each that visitors or members can call says why,
-- and a test attacks it; another one needs both, and a line here.
select p.oid::regprocedure::text as found
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'storage', 'realtime', 'auth') and p.prosecdef
  and (p.pronamespace = 'public'::regnamespace or has_function_privilege('authenticated', p.oid, 'execute'))
  and p.oid::regprocedure::text not in (
    'claim_admin(text)',
    'increment_thread_views(uuid)',
    'chat_message_author(uuid)',
    'subscribe_newsletter(text)',
    'confirm_newsletter(text)',
    'unsubscribe_newsletter(text)',
    'send_contact_message(text,text,text,text)',
    'site_counters()',
    'follower_count(profiles)',
    'my_upvotes(integer,integer)',
    'my_figures()',
    'ban_member(uuid,text)',
    'moderate_profile(uuid,text,text,text,text,boolean)',
    'note_export(text,integer)',
    'export_subscribers(text)',
    'withdraw_revision(uuid)',
    'mute_chat_guest(uuid,text)',
    'answer_contact_message(uuid,text)',
    'admin_figures()',
    'withdraw_thread(uuid)',
    'data_export_file(uuid)',
    'realtime.insert_probe_row(text,text)'
  )
