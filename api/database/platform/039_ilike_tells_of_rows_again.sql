-- Takes back what 006 said: `ilike` may tell something of rows that a policy hides, and no search needs it to be trusted
-- any more. Titles are found by a function that asks whether an admin calls, beside the table (threads_with_title).

do $leakproof$
begin
  alter function pg_catalog.texticlike(text, text) not leakproof;
exception
  when insufficient_privilege then
    null; -- not a superuser: 006 changed nothing either
end
$leakproof$;
