-- Second factors, what a session was opened with, and sign-ins that are under way at a provider or in a mail:
-- Supabase's tables, as far as they are used, and what identity here adds to them.

create type auth.factor_type as enum ('totp', 'webauthn', 'phone', 'recovery_code');
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
create unique index mfa_factors_one_recovery_code_factor on auth.mfa_factors (user_id)
  where factor_type = 'recovery_code';

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

-- A set of recovery codes is a factor of its own, as it is in Supabase since auth-js 2.119: it has an id and a name,
-- stands among an account's factors, and its codes are deleted with it.
create table auth.mfa_recovery_codes (
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  factor_id uuid not null,
  constraint mfa_recovery_codes_pkey primary key (factor_id, code_hash),
  constraint mfa_recovery_codes_factor_id_fkey foreign key (factor_id)
    references auth.mfa_factors (id) on delete cascade
);

comment on table auth.mfa_recovery_codes is
  'Auth: the way past a lost second factor, each once. Supabase keeps sets between factor and codes.';

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

revoke all on all tables in schema auth from public, anon, authenticated, service_role;
grant select, insert, update, delete on all tables in schema auth to supabase_auth_admin;
