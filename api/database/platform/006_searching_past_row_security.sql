-- Lets a search by part of a title use its index for readers who are under row security.
--
-- PostgreSQL judges a row by the policies first and by a condition afterwards, unless the condition's function is
-- known to tell nothing of rows that the reader may not see: only then may an index serve it. `ilike` is not
-- marked so, because a pattern that ends in a lone backslash raises an error for a row that matched up to there:
-- whoever guesses a hidden discussion's whole title could learn that there is one. That is all it can tell, and
-- we take it for a search that reads a hundred rows instead of a million.
--
-- Only a superuser may say so. Elsewhere (a managed database) the same search works, slower.

do $leakproof$
begin
  alter function pg_catalog.texticlike(text, text) leakproof;
exception
  when insufficient_privilege then
    raise notice 'not a superuser: searching titles reads them all';
end
$leakproof$;
