-- A username may have 30 signs, and who signs up is told so. The room for a number behind it is taken from a name
-- that somebody has already, and not from every longer one.
create or replace function private.free_username(wish text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  candidate text := left(regexp_replace(coalesce(wish, ''), '[^A-Za-z0-9_.-]', '', 'g'), 30);
  stem text;
  tries integer := 0;
begin
  if char_length(candidate) < 3 then
    candidate := 'user' || candidate;
  end if;
  stem := left(candidate, 24);
  while exists (select from public.profiles p where lower(p.username) = lower(candidate)) loop
    tries := tries + 1;
    -- Short numbers first; wide random ones once a name is very popular.
    candidate := stem || case when tries < 20 then (tries + 1)::text else floor(random() * 1000000)::integer::text end;
  end loop;
  return candidate;
end
$$;
