-- What a member has typed and not sent stays in their own browser (app/lib/drafts.ts), where it survives a failed send
-- and a lost session; nothing ever wrote it here. What isn't stored need not be guarded, nor forgotten.

drop table public.thread_drafts;
