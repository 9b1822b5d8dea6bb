-- Who is asking, as SQL sees it, whether their session is still good, and the queue of letters.
--
-- The first four have standard SQL bodies: names are resolved when the function is made, so that no search_path can bend
-- them, and the planner can still inline them.

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
--
-- A member with a second factor who has shown only the first is not in yet: nothing that is theirs answers, so
-- that a stolen password alone reads and writes nothing.
create function auth.enter_session(session_id uuid, user_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  level auth.aal_level;
begin
  if not exists (
    select
    from auth.users u
    where u.id = enter_session.user_id
      and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
  ) then
    raise sqlstate 'PT401' using
      message = 'session_not_found',
      detail = 'Session from session_id claim in JWT does not exist';
  end if;
  if enter_session.session_id is null then
    return;
  end if;
  select s.aal into level
  from auth.sessions s
  where s.id = enter_session.session_id
    and s.user_id = enter_session.user_id
    and (s.not_after is null or s.not_after > now());
  if not found then
    raise sqlstate 'PT401' using
      message = 'session_not_found',
      detail = 'Session from session_id claim in JWT does not exist';
  end if;
  if level = 'aal1' and exists (
    select from auth.mfa_factors f where f.user_id = enter_session.user_id and f.status = 'verified'
  ) then
    raise sqlstate 'PT403' using
      message = 'insufficient_aal',
      detail = 'This account asks for a second factor, which this session has not shown';
  end if;
end
$$;

comment on function auth.enter_session(uuid, uuid) is
  'Called by the server in every transaction of a member, before the role is set: raises PT401 session_not_found when the session is gone or over, or the account is banned or deleted, and PT403 insufficient_aal when the account has a second factor that the session has not shown. That is what stops an access token before it expires. A null session (a token that the operator signed) is judged by its account alone.';

revoke all on function auth.enter_session(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function auth.enter_session(uuid, uuid) to authenticator;

-- A member whose session ends or whose account is stopped must receive nothing more: every node authorizes their
-- channels again.
create function auth.notify_session_revoked() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject jsonb := to_jsonb(old);
begin
  perform pg_notify('revoked', coalesce(subject ->> 'user_id', subject ->> 'id'));
  return null;
end
$$;
revoke all on function auth.notify_session_revoked() from public;

create trigger notify_session_revoked
  after delete on auth.sessions
  for each row execute function auth.notify_session_revoked();

create trigger notify_session_revoked
  after update of banned_until, deleted_at on auth.users
  for each row execute function auth.notify_session_revoked();

-- Runs as its owner: the queue's tables belong to graphile-worker, which gives nobody else a right to them. Identity
-- may add a letter, within its own transaction, and neither read nor change what waits there.
create function auth.queue_mail(task json) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('mail', queue_mail.task, max_attempts => 14);
end
$$;

comment on function auth.queue_mail(json) is
  'Adds a letter to the queue of api/mail. The schema graphile_worker is installed by the server at its start.';

revoke all on function auth.queue_mail(json) from public, anon, authenticated, service_role;
-- The service queues letters, too: what the site mails by itself is taken from its tables and queued in one transaction,
-- so that nothing is lost and nothing is mailed twice.
grant execute on function auth.queue_mail(json) to supabase_auth_admin, service_role;

-- Newsletters are in the queue that carries identity's letters. A letter with a code must not wait behind ten thousand of
-- them: a letter to many has a higher number, and a lower one goes first. Runs as its owner, as auth.queue_mail(json).
create function auth.queue_mail(task json, priority integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job('mail', queue_mail.task, max_attempts => 14, priority => queue_mail.priority);
end
$$;

comment on function auth.queue_mail(json, integer) is
  'Adds a letter that others may overtake to the queue of api/mail: a lower priority goes first, 0 is the usual one.';

revoke all on function auth.queue_mail(json, integer) from public, anon, authenticated, service_role;
grant execute on function auth.queue_mail(json, integer) to service_role, site_jobs;
