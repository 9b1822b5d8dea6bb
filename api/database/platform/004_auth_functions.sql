-- Who is asking, as SQL sees it. Written with standard SQL bodies: names are resolved when the function is
-- made, so that no search_path can bend them, and the planner can still inline them.

create function auth.uid() returns uuid
language sql stable parallel safe
return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid;

comment on function auth.uid() is 'The member who asks, or null. In a policy write (select auth.uid()): once per statement.';

create function auth.role() returns text
language sql stable parallel safe
return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';

comment on function auth.role() is 'The role that the token names, or null.';

create function auth.email() returns text
language sql stable parallel safe
return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email';

comment on function auth.email() is 'The address that the token carries. It may be unverified: never a ground for a permission.';

create function auth.jwt() returns jsonb
language sql stable parallel safe
return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

comment on function auth.jwt() is 'All claims of the token, or null.';

-- Runs as its owner because the caller (authenticator, before it takes a role) reads no table of this schema.
create function auth.enter_session(session_id uuid, user_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select
    from auth.users u
    where u.id = enter_session.user_id
      and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
  ) or (enter_session.session_id is not null and not exists (
    select
    from auth.sessions s
    where s.id = enter_session.session_id
      and s.user_id = enter_session.user_id
      and (s.not_after is null or s.not_after > now())
  )) then
    raise sqlstate 'PT401' using
      message = 'session_not_found',
      detail = 'Session from session_id claim in JWT does not exist';
  end if;
end
$$;

comment on function auth.enter_session(uuid, uuid) is
  'Called by the server in every transaction of a member, before the role is set: raises PT401 session_not_found when the session is gone or over, or the account is banned or deleted. That is what stops an access token before it expires. A null session (a token that the operator signed) is judged by its account alone.';

revoke all on function auth.enter_session(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function auth.enter_session(uuid, uuid) to authenticator;
