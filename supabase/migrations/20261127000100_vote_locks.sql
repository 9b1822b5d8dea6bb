-- A vote locks what it is for when it is counted, no longer before it is checked: members who voted in one discussion
-- waited for each other's whole statements. The lock of the foreign key, which comes first, does not conflict with that
-- of counting (`for key share` and `for no key update`). Only a deletion of the discussion at the same moment can make
-- the two wait for each other: PostgreSQL then ends one with 40P01, and the API tries it again.
drop trigger prepare_reaction on public.reactions;
drop function private.prepare_reaction();
