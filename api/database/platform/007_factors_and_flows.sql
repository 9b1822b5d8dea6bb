-- Second factors, what a session was opened with, and sign-ins that are under way at a provider or in a mail:
-- Supabase's tables, as far as they are used, and what identity here adds to them.

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.code_challenge_method as enum ('s256', 'plain');

create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  last_challenged_at timestamptz,
  last_used_step bigint,
  constraint mfa_factors_pkey primary key (id),
  constraint mfa_factors_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table auth.mfa_factors is 'Auth: the second factors of an account.';
comment on column auth.mfa_factors.secret is 'Encrypted with a key that is not in the database.';
comment on column auth.mfa_factors.last_used_step is
  'The half minute whose code was taken last: it and every earlier one are spent.';

create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  constraint mfa_challenges_pkey primary key (id),
  constraint mfa_challenges_auth_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

comment on table auth.mfa_challenges is 'Auth: each asks once for a code of its factor.';

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.mfa_amr_claims (
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  constraint mfa_amr_claims_pkey primary key (id),
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method),
  constraint mfa_amr_claims_session_id_fkey foreign key (session_id)
    references auth.sessions (id) on delete cascade
);

comment on table auth.mfa_amr_claims is 'Auth: how the holder of a session has shown who they are.';

create table auth.mfa_recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint mfa_recovery_codes_pkey primary key (user_id, code_hash),
  constraint mfa_recovery_codes_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

comment on table auth.mfa_recovery_codes is
  'Auth: the way past a lost second factor, each once. Ours: a Supabase project has no such table.';

create table auth.flow_state (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  referrer text,
  linking_target_id uuid,
  state_hash text,
  browser_hash text,
  provider_code_verifier text,
  provider_nonce text,
  constraint flow_state_pkey primary key (id),
  constraint flow_state_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  constraint flow_state_linking_target_id_fkey foreign key (linking_target_id)
    references auth.users (id) on delete cascade
);

comment on table auth.flow_state is
  'Auth: a sign-in that began here and goes on elsewhere, at a provider or in a mail, until its code is exchanged.';
comment on column auth.flow_state.auth_code is 'A hash: what is stored here opens nothing.';
comment on column auth.flow_state.referrer is 'Where it leads afterwards: an allowed address.';
comment on column auth.flow_state.state_hash is 'Of the state that the provider gives back; null once it came back.';
comment on column auth.flow_state.browser_hash is 'Of the cookie of the browser that began.';

create unique index flow_state_auth_code_idx on auth.flow_state (auth_code) where auth_code is not null;
create unique index flow_state_state_hash_idx on auth.flow_state (state_hash) where state_hash is not null;
create index flow_state_created_at_idx on auth.flow_state (created_at desc);
create index flow_state_user_id_idx on auth.flow_state (user_id);
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id);

-- Sessions of before this table: all were opened with a password.
insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
select id, created_at, created_at, 'password' from auth.sessions;

revoke all on all tables in schema auth from public, anon, authenticated, service_role;
grant select, insert, update, delete on all tables in schema auth to supabase_auth_admin;

-- A member with a second factor who has shown only the first is not in yet: nothing that is theirs answers, so
-- that a stolen password alone reads and writes nothing.
create or replace function auth.enter_session(session_id uuid, user_id uuid) returns void
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
