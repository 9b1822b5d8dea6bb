-- The ground under every chapter: extensions, the schema that is never exposed, the operator's settings, the
-- change log, and the two questions that policies ask: is this an admin, and may this member write?

create extension if not exists pg_trgm with schema extensions;

-- `private` holds what no request may name. Nobody but the service's own jobs gets usage: policies and column
-- defaults were resolved when they were made and need execute alone.
create schema private;
revoke all on schema private from public;
grant usage on schema private to service_role;

-- ---------------------------------------------------------------------------------------------------------
-- The operator's settings
-- ---------------------------------------------------------------------------------------------------------

create table private.configuration (
  id boolean not null default true,
  admin_email text,
  rate_limits boolean not null default true,
  constraint configuration_pkey primary key (id),
  constraint configuration_one_row check (id)
);

comment on table private.configuration is
  'One row, written by the server when it starts (private.configure): what the environment says and SQL must know.';
comment on column private.configuration.admin_email is
  'Whoever verified this address is an admin; compared without case; null: nobody is one by address.';
comment on column private.configuration.rate_limits is 'Posting gaps, repeated texts and the day''s maximum are enforced.';

insert into private.configuration default values;

create function private.configure(admin_email text, rate_limits boolean) returns void
language sql volatile set search_path = ''
as $$
  update private.configuration c
  set admin_email = nullif(lower(btrim(configure.admin_email)), ''), rate_limits = configure.rate_limits
$$;

comment on function private.configure(text, boolean) is 'Called by the server at each start with ADMIN_EMAIL and RATE_LIMITS.';

-- ---------------------------------------------------------------------------------------------------------
-- What changed: told to every node at once, and kept for the node that was away
-- ---------------------------------------------------------------------------------------------------------

create table private.changes (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  payload jsonb not null,
  constraint changes_pkey primary key (id)
);

comment on table private.changes is
  'Every change event of the last hour. LISTEN/NOTIFY has no replay: a node that lost its connection reads what it missed here.';
comment on column private.changes.at is 'Start of the transaction that made the change, which may commit later.';
comment on column private.changes.payload is 'What was notified: table, op (INSERT, UPDATE, DELETE), id, and the ids of its parents. Never content.';

create index changes_at_idx on private.changes (at);

create function private.announce(payload jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.changes (payload) values (announce.payload);
  perform pg_notify('changes', announce.payload::text);
end
$$;

comment on function private.announce(jsonb) is 'Tells all nodes of one change when this transaction commits. Called by triggers that run as the owner.';

-- For tables of few and rare writes; threads, replies and reactions announce from triggers of their own.
create function private.announce_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  subject jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform private.announce(jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'op', tg_op, 'id', coalesce(subject -> 'id', subject -> 'user_id'), 'slug', subject -> 'slug'
  )));
  return null;
end
$$;

create function private.changes_since(since timestamptz) returns setof jsonb
language sql stable set search_path = ''
as $$
  select c.payload
  from private.changes c
  -- A transaction may commit a minute (the longest statement) after the moment that its rows carry.
  where c.at >= changes_since.since - interval '90 seconds'
  order by c.id
$$;

comment on function private.changes_since(timestamptz) is
  'What a node that was away since then has missed; some events come a second time, which is harmless.';

create function private.prune_changes() returns bigint
language sql volatile set search_path = ''
as $$
  with gone as (
    delete from private.changes where at < now() - interval '1 hour' returning 1
  )
  select count(*) from gone
$$;

comment on function private.prune_changes() is 'Forgets changes older than an hour; gives their number. Called by a job.';

-- ---------------------------------------------------------------------------------------------------------
-- The two questions
-- ---------------------------------------------------------------------------------------------------------

-- These run as their owner because the asker can read neither the identity tables nor others' roles.
-- plpgsql binds late: the tables belong to later chapters.

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  member uuid := (select auth.uid());
begin
  if member is null then
    return false;
  end if;
  return (
    exists (select from public.user_roles r where r.user_id = member and r.role = 'admin')
    or exists (
      select
      from auth.users u
      join private.configuration c on lower(u.email) = c.admin_email
      -- An account that was confirmed without a mail proves nothing about its address.
      where u.id = member and u.raw_app_meta_data ->> 'email_verified' = 'true'
    )
  ) and not exists (select from public.profiles p where p.id = member and p.user_level = 'Banned');
end
$$;

comment on function private.is_admin() is
  'Whether the asker holds the role admin, or has verified the address that the operator named; a banned one is none.';

create function private.site_is_open() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not (select s.maintenance_mode from public.site_settings s) or private.is_admin();
end
$$;

comment on function private.site_is_open() is 'False during maintenance, except to admins.';

create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.profiles p where p.id = (select auth.uid()) and p.user_level <> 'Banned'
  ) and private.site_is_open();
end
$$;

comment on function private.may_write() is
  'Whether the asker is a member with a profile who is not banned. Every policy that lets a member write asks this.';

-- ---------------------------------------------------------------------------------------------------------
-- Texts
-- ---------------------------------------------------------------------------------------------------------

-- Tags do not count as text. The pattern cannot run away: a tag never holds another `<`.
create function private.text_length(html text) returns integer
language sql immutable strict parallel safe
return char_length(btrim(regexp_replace(html, '<[^<>]*>', '', 'g'), E' \t\r\n'));

comment on function private.text_length(text) is 'Characters of an HTML text that a reader sees, markup and outer blanks left out.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- ---------------------------------------------------------------------------------------------------------
-- Grants
-- ---------------------------------------------------------------------------------------------------------

revoke all on all tables in schema private from public, anon, authenticated, service_role;
grant select on private.changes to service_role;
grant select, update on private.configuration to service_role;
grant delete on private.changes to service_role;

revoke all on all functions in schema private from public, anon, authenticated, service_role;
grant execute on function private.is_admin(), private.may_write(), private.site_is_open(), private.text_length(text)
  to anon, authenticated, service_role;
grant execute on function private.configure(text, boolean), private.changes_since(timestamptz), private.prune_changes()
  to service_role;
