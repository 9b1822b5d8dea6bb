-- From the 22 files that ended with 060_role_of_the_jobs to the files 0100 to 0500: what the two make otherwise, but for
-- functions and comments, which are defined again. supabase/upgrades/upgrade.test.ts compares the schemas.
alter function auth.tell_revoked rename to notify_session_revoked;
alter function platform.tell_schema_changed rename to notify_schema_changed;
alter function platform.tell_schema_dropped rename to notify_schema_dropped;
alter function realtime.announce_row rename to publish_row_change;
alter function realtime.place_trial rename to insert_probe_row;
alter function storage.keep_file rename to unlist_orphan;
alter trigger keep_file on storage.objects rename to unlist_orphan;
alter trigger tell_revoked on auth.sessions rename to notify_session_revoked;
alter trigger tell_revoked on auth.users rename to notify_session_revoked;
