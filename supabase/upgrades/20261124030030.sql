-- From the 83 migrations that ended with 20261124030030_slow_mode_wait to the files 0100 to 0930: what the two make
-- otherwise, but for functions and comments, which are defined again. upgrade.test.ts compares the schemas.

-- Was added without a look at the messages of that time, which are deleted after 12 hours.
alter table public.chat_messages
  validate constraint chat_messages_message_visible,
  validate constraint chat_messages_username_visible;

-- Functions and triggers under the names of the field. A trigger whose place among the others matters keeps its name.
alter function private.activity rename to activity_slices;
alter function private.announce rename to publish_change;
alter function private.announce_notification rename to publish_notification;
alter function private.announce_reply rename to publish_reply_change;
alter function private.announce_row rename to publish_row_change;
alter function private.announce_thread rename to publish_thread_change;
alter function private.because rename to set_moderation_reason;
alter function private.begin_with_followers rename to init_follower_count;
alter function private.best_query rename to resolve_query;
alter function private.describe_report rename to record_report_target;
alter function private.excerpt_of rename to plain_excerpt;
alter function private.forget_contact_messages rename to delete_old_contact_messages;
alter function private.forget_data_exports rename to delete_old_data_exports;
alter function private.forget_newsletter_addresses rename to delete_old_newsletter_addresses;
alter function private.forget_pictures rename to delete_unused_pictures;
alter function private.forget_post_day rename to discard_day_of_post;
alter function private.forget_post_days rename to discard_daily_posts;
alter function private.forget_reports rename to delete_old_reports;
alter function private.forget_thread_days rename to delete_old_thread_days;
alter function private.forget_write_counts rename to delete_old_write_counts;
alter function private.hide_what_three_reported rename to hide_reported_post;
alter function private.is_milestone rename to is_upvote_milestone;
alter function private.is_question rename to can_use_index;
alter function private.keep_an_admin rename to prevent_removing_last_admin;
alter function private.keep_an_admin_unbanned rename to prevent_banning_last_admin;
alter function private.keep_chat_author rename to record_chat_author;
alter function private.keep_chat_guest rename to record_chat_guest;
alter function private.keep_post_day rename to store_daily_posts;
alter function private.keep_registration rename to retain_registration_data;
alter function private.keep_thread_title rename to store_thread_title;
alter function private.learn_words rename to add_spelling_terms;
alter function private.log_act rename to log_action;
alter function private.must_be_admin rename to assert_admin;
alter function private.must_have_room_for_files rename to assert_storage_quota;
alter function private.must_leave_an_admin rename to assert_another_admin;
alter function private.named_in rename to extract_mentions;
alter function private.newly_named rename to record_new_mentions;
alter function private.note_sign_in rename to touch_last_active;
alter function private.note_who_answered rename to set_answered_by;
alter function private.plain_words rename to normalize_for_search;
alter function private.points rename to engagement_score;
alter function private.readable rename to strip_html;
alter function private.refuse_flood rename to enforce_posting_limits;
alter function private.refuse_value rename to raise_check_violation;
alter function private.remember_deleted_thread rename to record_deleted_thread;
alter function private.remember_slug rename to record_redirect;
alter function private.similar_query rename to fuzzy_query;
alter function private.take_down_member rename to delete_member_content;
alter function private.take_replies_along rename to delete_replies_of_thread;
alter function private.takes_replies rename to is_open_for_replies;
alter function private.tell rename to create_notification;
alter function private.tell_followers rename to notify_followers;
alter function private.trending rename to rank_trending;
alter function private.was_judged rename to was_reviewed;
alter function private.word_sound rename to phonetic_key;
alter function private.work_off_threads rename to process_pending_threads;
alter function private.worth rename to search_score;
alter trigger "10_take_replies_along" on public.threads rename to "10_delete_replies_of_thread";
alter trigger begin_with_followers on public.expert_profiles rename to init_follower_count;
alter trigger describe_report on public.reports rename to record_report_target;
alter trigger forget_post_day on public.replies rename to discard_day_of_post;
alter trigger forget_post_day on public.threads rename to discard_day_of_post;
alter trigger forget_post_days on public.replies rename to discard_daily_posts;
alter trigger forget_post_days on public.threads rename to discard_daily_posts;
alter trigger hide_what_three_reported on public.reports rename to hide_reported_post;
alter trigger keep_an_admin on public.user_roles rename to prevent_removing_last_admin;
alter trigger keep_an_admin_unbanned on public.profiles rename to prevent_banning_last_admin;
alter trigger keep_chat_author on public.chat_messages rename to record_chat_author;
alter trigger keep_chat_guest on public.chat_messages rename to record_chat_guest;
alter trigger keep_registration on auth.users rename to retain_registration_data;
alter trigger note_sign_in on auth.users rename to touch_last_active;
alter trigger note_who_answered on public.contact_messages rename to set_answered_by;
alter trigger remember_deleted_thread on public.threads rename to record_deleted_thread;
alter trigger remember_slug on public.blog_posts rename to record_redirect;
alter trigger take_down_member on auth.users rename to delete_member_content;

-- A policy keeps the name of a function as it was when the policy was made.
alter policy room_for_files on storage.objects
  with check (bucket_id not in ('avatars', 'content') or (select private.assert_storage_quota()));

alter table private.search_words rename to spelling_terms;
alter table private.spelling_terms rename constraint search_words_pkey to spelling_terms_pkey;
alter index private.search_words_sound_idx rename to spelling_terms_sound_idx;
alter table private.post_days rename to daily_post_stats;
alter table private.daily_post_stats rename constraint post_days_pkey to daily_post_stats_pkey;
alter table private.milestones rename to upvote_milestones;
alter table private.upvote_milestones rename column figure to threshold;
alter table private.upvote_milestones rename constraint milestones_pkey to upvote_milestones_pkey;
alter table private.upvote_milestones rename constraint milestones_thread_id_fkey to upvote_milestones_thread_id_fkey;
alter table private.upvote_milestones rename constraint milestones_reply_id_fkey to upvote_milestones_reply_id_fkey;
alter table private.upvote_milestones rename constraint milestones_once to upvote_milestones_once;
alter index private.milestones_reply_id_idx rename to upvote_milestones_reply_id_idx;
alter sequence private.milestones_id_seq rename to upvote_milestones_id_seq;

-- PostgreSQL 18 names what is `not null` after its table and column.
do $names$
declare
  found record;
begin
  for found in
    select k.conrelid::regclass as renamed, k.conname, format('%s_%s_not_null', c.relname, a.attname) as name
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_class c on c.oid = k.conrelid
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'n'
      and c.oid in ('private.spelling_terms'::regclass, 'private.daily_post_stats'::regclass, 'private.upvote_milestones'::regclass)
  loop
    execute format('alter table %s rename constraint %I to %I', found.renamed, found.conname, found.name);
  end loop;
end
$names$;
