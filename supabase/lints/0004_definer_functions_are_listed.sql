-- A `security definer` function bypasses every policy. For each one that guests or members can call, its file gives the
-- reason and a test attacks it. A new one needs both, and a line in this list.
select p.oid::regprocedure::text as found
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'storage', 'realtime', 'auth') and p.prosecdef
  and (p.pronamespace = 'public'::regnamespace or has_function_privilege('authenticated', p.oid, 'execute'))
  and p.oid::regprocedure::text not in (
    'claim_admin(text)',
    'increment_thread_views(uuid)',
    'chat_message_author(uuid)',
    'subscribe_newsletter(text,text)',
    'confirm_newsletter(text)',
    'unsubscribe_newsletter(text)',
    'send_contact_message(text,text,text,text,text)',
    'site_counters()',
    'follower_count(profiles)',
    'is_staff(profiles)',
    'resolver(reports)',
    'reaction_counts(chat_messages)',
    'was_thread_deleted(text)',
    'my_upvotes(integer,integer)',
    'my_figures()',
    'ban_member(uuid,text)',
    'sanction_member(uuid,text,text,text,text,timestamp with time zone)',
    'lift_sanction(uuid,text)',
    'member_sanctions(uuid)',
    'decide_appeal(uuid,boolean,text,text)',
    'moderate_profile(uuid,text,text,text,text,boolean)',
    'note_export(text,integer)',
    'export_subscribers(text)',
    'withdraw_revision(uuid)',
    'mute_chat_guest(uuid,text)',
    'answer_contact_message(uuid,text)',
    'admin_figures()',
    'withdraw_thread(uuid)',
    'mark_answer(uuid,boolean)',
    'data_export_file(uuid)',
    'note_visit()',
    'decide_held_post(text,uuid,uuid,text)',
    'held_posts()',
    'last_look_at_held()',
    'open_sealed_post(uuid,uuid,text)',
    'has_sealed_copy(reports)',
    'realtime.insert_probe_row(text,text)'
  )
