-- The node that wrote waits until its own pages have heard of the change, and sends a word behind it by NOTIFY. All
-- commits of a database wait for a NOTIFY in turn; most calls (a view, a vote on what no page shows) announce nothing.
-- So an announcement leaves a mark in its transaction, and without the mark no word is sent.

create or replace function private.announce(payload jsonb) returns void
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.changes (payload) values (announce.payload);
  perform pg_notify('changes', announce.payload::text);
  perform set_config('arthachowk.announced', '1', true);
end
$$;
