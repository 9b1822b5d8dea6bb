-- What the environment says and SQL must know: one row that the server writes when it starts.

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
  'The account that verified this address is an admin; compared without case; null: no account is one by its address.';
comment on column private.configuration.rate_limits is 'Posting gaps, repeated texts and the day''s maximum are enforced.';

revoke all on private.configuration from public, anon, authenticated, service_role;
grant select, update on private.configuration to service_role;

insert into private.configuration default values;

create function private.configure(admin_email text, rate_limits boolean) returns void
language sql volatile set search_path = ''
as $$
  update private.configuration c
  set admin_email = nullif(lower(btrim(configure.admin_email)), ''), rate_limits = configure.rate_limits
$$;

comment on function private.configure(text, boolean) is 'Called by the server at each start with ADMIN_EMAIL and RATE_LIMITS.';

grant execute on function private.configure(text, boolean) to service_role;
