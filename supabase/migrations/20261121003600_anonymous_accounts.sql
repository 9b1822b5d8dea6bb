-- An account that signed in anonymously reads what members read and has no profile: every policy that lets a member
-- write asks for one. Nor may it make one by itself; the profile comes with the address that the account takes on.
alter policy insert_own on public.profiles
  with check (
    id = (select auth.uid())
    and (select private.site_is_open())
    and (select auth.jwt()) ->> 'is_anonymous' is distinct from 'true'
  );
